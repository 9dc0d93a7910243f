package thumbturn

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// errorBody is the body of every error response of the service: to a form, it's that of OAuth (RFC 6749 §5.2).
type errorBody struct {
	Msg         *string `json:"msg"`
	MsgCode     *string `json:"msgCode"`
	Reason      string  `json:"reason"`
	Error       *string `json:"error"`
	Description *string `json:"error_description"`
}

// message returns nil for an error of another server.
func (b errorBody) message(call serviceRequest) *string {
	switch {
	case b.Msg != nil && b.MsgCode != nil:
		return b.Msg
	case call.form == nil || b.Error == nil:
		return nil
	case b.Description != nil:
		return b.Description
	}
	return b.Error
}

var codeByStatus = map[int]Code{
	http.StatusBadRequest:            CodeInvalidRequest,
	http.StatusUnauthorized:          CodeInvalidAPIKey,
	http.StatusForbidden:             CodeMissingScope,
	http.StatusNotFound:              CodeNotFound,
	http.StatusRequestEntityTooLarge: CodeInvalidRequest,
	http.StatusUnsupportedMediaType:  CodeInvalidRequest,
	http.StatusTooManyRequests:       CodeRateLimited,
}

var codeByReason = map[string]Code{
	"unknown_application": CodeUnknownApplication,
	"invalid_code":        CodeInvalidCode,
}

// advice is the developer's remedy.
var advice = map[Code]string{
	CodeInvalidRequest:     "compare the call with the API reference",
	CodeInvalidAPIKey:      "create a key with `thumbturn key create` and pass it as APIKey (for events, as AdminKey)",
	CodeMissingScope:       "create a key with the scope: `thumbturn key create --scope`",
	CodeInvalidCode:        "ask the user for a new code",
	CodeNotFound:           "it was deleted, or belongs to another application",
	CodeUnknownApplication: "check AppID and BaseURL",
	CodeNotEnabled:         "enable it in the settings of the application",
	CodeTokenRejected:      "let the user sign in again",
	CodeServerError:        "see the log of the service",
}

// responseError describes a response that isn't a success.
func (s *settings) responseError(call serviceRequest, response *http.Response, body []byte) *Error {
	status := response.StatusCode
	var content errorBody
	isKnown := json.Unmarshal(body, &content) == nil
	message := content.message(call)
	if !isKnown || message == nil {
		return foreignError(call, response)
	}
	if content.Reason == "unknown_path" {
		return baseURLError(call, response)
	}
	result := &Error{Code: toCode(call, status, content.Reason), Status: status, RetryAfter: readRetryAfter(response)}
	result.Message = fmt.Sprintf("%s (application %s)", *message, s.appID)
	if remedy := result.remedy(); remedy != "" {
		result.Message += ": " + remedy
	}
	return result
}

func (e *Error) remedy() string {
	if e.Code == CodeRateLimited {
		return fmt.Sprintf("try again in %d s", max(1, int(e.RetryAfter.Seconds())))
	}
	return advice[e.Code]
}

func toCode(call serviceRequest, status int, reason string) Code {
	if call.toCode != nil {
		if code := call.toCode(status, reason); code != "" {
			return code
		}
	}
	if code, known := codeByReason[reason]; known {
		return code
	}
	if code, known := codeByStatus[status]; known {
		return code
	}
	if status >= 500 {
		return CodeServerError
	}
	return CodeInvalidRequest
}

// maxRetryAfter is a day: a longer time is not a number of seconds that a service sends.
const maxRetryAfter = 86_400

func readRetryAfter(response *http.Response) time.Duration {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, maxRetryAfter)) * time.Second
}

func baseURLError(call serviceRequest, response *http.Response) *Error {
	problem := fmt.Sprintf("responded with %d, unlike Thumbturn", response.StatusCode)
	if where := response.Header.Get("Location"); where != "" {
		problem = "redirects to " + where
	}
	message := fmt.Sprintf("%s %s: check BaseURL", withoutQuery(call.url), problem)
	return &Error{Code: CodeWrongBaseURL, Message: message, Status: response.StatusCode}
}

// foreignError describes an error of a proxy in front of the service, or of another server.
func foreignError(call serviceRequest, response *http.Response) *Error {
	status := response.StatusCode
	result := &Error{Status: status, Message: fmt.Sprintf("%s responded with %d: ", originOf(call.url), status)}
	switch {
	case status == http.StatusTooManyRequests:
		result.Code, result.RetryAfter = CodeRateLimited, readRetryAfter(response)
		result.Message += "a proxy in front of the service limits requests: " + result.remedy()
	case status >= 500:
		result.Code = CodeServerError
		result.Message += "the service, or a proxy in front of it, is down"
	default:
		return baseURLError(call, response)
	}
	return result
}
