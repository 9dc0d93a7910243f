package thumbturn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// errorMapper returns the code of errors that have a special meaning for one call, or "".
type errorMapper func(status int, reason string) Code

type serviceRequest struct {
	method, url string
	// body is sent as JSON, unless it is nil, and form in the form of a query.
	body any
	form url.Values
	// key is sent as a bearer token.
	key    string
	toCode errorMapper
	// maxBytes limits the response; 8 MiB by default.
	maxBytes int64
}

// serviceResponse has a JSON object as its body, or nil if there is none. serverTime is zero if the service didn't send it.
type serviceResponse struct {
	body       []byte
	serverTime time.Time
}

// defaultMaxBytes is far more than the largest page of events: a longer response doesn't come from Thumbturn.
const defaultMaxBytes = 8 << 20

// send sends a request. A GET without a response is sent once more, because a kept-alive connection may have ended; no other
// request is repeated.
func (s *settings) send(ctx context.Context, call serviceRequest) (serviceResponse, error) {
	response, err := s.sendOnce(ctx, call)
	if call.method == http.MethodGet && errors.Is(err, CodeUnreachable) {
		return s.sendOnce(ctx, call)
	}
	return response, err
}

func (s *settings) sendOnce(ctx context.Context, call serviceRequest) (serviceResponse, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	request, err := newRequest(limited, call)
	if err != nil {
		return serviceResponse{}, err
	}
	response, err := s.http.Do(request)
	if err != nil {
		return serviceResponse{}, s.connectionError(ctx, call, err)
	}
	defer response.Body.Close()
	body, err := readJSON(response, call)
	if err != nil {
		return serviceResponse{}, s.connectionError(ctx, call, err)
	}
	return s.checkResponse(call, response, body)
}

func newRequest(ctx context.Context, call serviceRequest) (*http.Request, error) {
	var body io.Reader
	contentType := "application/json"
	if call.form != nil {
		contentType = "application/x-www-form-urlencoded"
		body = strings.NewReader(call.form.Encode())
	}
	if call.body != nil {
		text, err := json.Marshal(call.body)
		if err != nil {
			return nil, newError(CodeInvalidRequest, "The arguments can't be written as JSON").withCause(err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, call.method, call.url, body)
	if err != nil {
		return nil, invalidOptions("BaseURL is not the address of a service").withCause(err)
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", contentType)
	}
	if call.key != "" {
		request.Header.Set("Authorization", "Bearer "+call.key)
	}
	return request, nil
}

var jsonType = regexp.MustCompile(`^application/(problem\+)?json`)

// readJSON returns the decompressed body if it is JSON, and nil otherwise.
func readJSON(response *http.Response, call serviceRequest) ([]byte, error) {
	if !jsonType.MatchString(response.Header.Get("Content-Type")) || response.StatusCode == http.StatusNoContent {
		return nil, nil
	}
	limit := call.maxBytes
	if limit == 0 {
		limit = defaultMaxBytes
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > limit {
		problem := fmt.Sprintf("%s sent more than %v MiB: check BaseURL", originOf(call.url), float64(limit)/(1<<20))
		return nil, &Error{Code: CodeResponseTooLarge, Message: problem, Status: response.StatusCode}
	}
	if !json.Valid(text) {
		return nil, nil
	}
	return text, nil
}

func (s *settings) checkResponse(call serviceRequest, response *http.Response, body []byte) (serviceResponse, error) {
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return serviceResponse{}, s.responseError(call, response, body)
	}
	if response.StatusCode != http.StatusNoContent && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return serviceResponse{}, baseURLError(call, response)
	}
	return serviceResponse{body, readServerTime(response)}, nil
}

// readServerTime returns zero if the service didn't send it. A cache sends the date of the response that it stored, with its age
// (RFC 9111 §5.1).
func readServerTime(response *http.Response) time.Time {
	date, err := http.ParseTime(response.Header.Get("Date"))
	age, _ := strconv.ParseUint(response.Header.Get("Age"), 10, 31)
	if err != nil {
		return time.Time{}
	}
	return date.Add(time.Duration(age) * time.Second)
}

// connectionError describes a request without a response. A context that ended the call is the caller's own error.
func (s *settings) connectionError(ctx context.Context, call serviceRequest, cause error) error {
	var failure *Error
	if errors.As(cause, &failure) {
		return failure
	}
	if ctx.Err() != nil {
		return endedError(ctx)
	}
	var network net.Error
	if errors.As(cause, &network) && network.Timeout() {
		return newError(CodeTimeout, fmt.Sprintf(
			"%s did not respond within %d ms: try again, or raise Timeout. The service may have carried out the call",
			originOf(call.url), s.timeout.Milliseconds())).withCause(cause)
	}
	return newError(CodeUnreachable, fmt.Sprintf(
		"%s is unreachable (%s): check BaseURL, and that the service is running",
		originOf(call.url), describeCause(cause))).withCause(cause)
}

// endedError keeps the cause, so that errors.Is finds context.Canceled.
func endedError(ctx context.Context) error {
	return fmt.Errorf("the call to Thumbturn was ended: %w", ctx.Err())
}

// describeCause leaves out the URL of the request, which can contain a username.
func describeCause(cause error) string {
	var request *url.Error
	if errors.As(cause, &request) {
		return request.Err.Error()
	}
	return cause.Error()
}

func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "The service"
	}
	return parsed.Scheme + "://" + parsed.Host
}

// withoutQuery leaves out the query string, which can contain a username.
func withoutQuery(address string) string {
	result, _, _ := strings.Cut(address, "?")
	return result
}
