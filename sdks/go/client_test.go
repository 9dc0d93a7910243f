package thumbturn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// first returns the first pair of an iterator.
func first[Item any](items iter.Seq2[Item, error]) (item Item, err error) {
	for item, err = range items {
		break
	}
	return item, err
}

// serve starts a service for one application, and returns a client for it.
func serve(t *testing.T, respond http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(respond)
	t.Cleanup(server.Close)
	return newTestClient(t, Options{BaseURL: server.URL, AppID: "shop", APIKey: "ttk_secret\n", Timeout: time.Minute})
}

func sendText(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(text))
	}
}

func TestCallsWithoutAKeyAreNotSent(t *testing.T) {
	client := newTestClient(t, Options{BaseURL: "http://localhost:1", AppID: "shop"})
	_, err := client.Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeMissingAPIKey)
	_, err = first(client.Events.List(t.Context(), nil))
	requireCode(t, err, CodeMissingAPIKey)
}

func TestIDsThatWouldChangeThePathAreNotSent(t *testing.T) {
	var path atomic.Value
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		path.Store(r.URL.EscapedPath())
		w.WriteHeader(http.StatusNoContent)
	})
	for _, id := range []string{"", ".", ".."} {
		requireCode(t, client.Users.Delete(t.Context(), id), CodeInvalidRequest)
	}
	if path.Load() != nil {
		t.Errorf("sent %v", path.Load())
	}
	if err := client.Users.Delete(t.Context(), "../find?x#y"); err != nil {
		t.Fatal(err)
	}
	if path.Load() != "/apps/shop/fido2/v2/mgmt/users/..%2Ffind%3Fx%23y" {
		t.Errorf("sent %v", path.Load())
	}
}

func TestRedirectIsNotFollowedEvenByTheCallersClient(t *testing.T) {
	var followed atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	t.Cleanup(other.Close)
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	client.settings.http = withoutRedirects(&http.Client{})
	requireCode(t, client.Users.Delete(t.Context(), "ada"), CodeWrongBaseURL)
	if followed.Load() {
		t.Error("the other server got a request")
	}
}

func TestOnlyGetIsRepeatedOnABrokenConnection(t *testing.T) {
	var requests atomic.Int32
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		connection, _, _ := http.NewResponseController(w).Hijack()
		_ = connection.Close()
	})
	client.settings.http.Transport = &http.Transport{DisableKeepAlives: true}
	_, err := client.Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeUnreachable)
	if got := requests.Swap(0); got != 2 {
		t.Errorf("sent GET %d times", got)
	}
	requireCode(t, client.Users.Delete(t.Context(), "ada"), CodeUnreachable)
	if got := requests.Load(); got != 1 {
		t.Errorf("sent DELETE %d times", got)
	}
}

func TestUnreachableServiceIsNamedWithoutTheQuery(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	_ = listener.Close()
	client := newTestClient(t, Options{BaseURL: address, AppID: "shop", APIKey: "ttk_secret"})
	_, err = client.Users.Find(t.Context(), "ada@example.com")
	requireCode(t, err, CodeUnreachable)
	if message := err.Error(); !strings.HasPrefix(message, address+" is unreachable (") || strings.Contains(message, "ada") ||
		strings.Contains(message, "ttk_") {
		t.Error(message)
	}
}

func TestTimeoutAndEndedContextDiffer(t *testing.T) {
	ended := make(chan struct{})
	client := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-ended })
	t.Cleanup(func() { close(ended) })
	client.settings.timeout = time.Millisecond
	_, err := client.Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeTimeout)
	client.settings.timeout = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err = client.Users.Find(ctx, "ada")
	if !errors.Is(err, context.DeadlineExceeded) || errorOf(err) != nil {
		t.Errorf("got %v", err)
	}
	canceled, cancelWithReason := context.WithCancelCause(t.Context())
	cancelWithReason(errors.New("the server stops"))
	_, err = client.Users.Find(canceled, "ada")
	if !errors.Is(err, context.Canceled) || errorOf(err) != nil {
		t.Errorf("got %v", err)
	}
}

func TestBodyThatStopsIsATimeout(t *testing.T) {
	ended := make(chan struct{})
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sendText(`{"user":`)(w, r)
		w.(http.Flusher).Flush()
		<-ended
	})
	t.Cleanup(func() { close(ended) })
	client.settings.timeout = 200 * time.Millisecond
	_, err := client.Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeTimeout)
}

func TestLargeResponseIsNotRead(t *testing.T) {
	client := serve(t, sendText(`{"user":"`+strings.Repeat("a", defaultMaxBytes)+`"}`))
	_, err := client.Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeResponseTooLarge)
}

func TestFieldsOfOtherTypesNameTheBaseURL(t *testing.T) {
	_, err := serve(t, sendText(`{"user":"ada"}`)).Users.Find(t.Context(), "ada")
	requireCode(t, err, CodeWrongBaseURL)
}

func TestUnknownFieldsAreTolerated(t *testing.T) {
	found, err := serve(t, sendText(`{"user":{"userId":"1","more":1},"devices":[],"passkeys":[],"more":{}}`)).
		Users.Find(t.Context(), "ada")
	if err != nil || found.User.UserID != "1" {
		t.Errorf("got %+v, %v", found, err)
	}
}

func TestPagesAreFetchedWhileIterating(t *testing.T) {
	var after []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		after = append(after, r.URL.Query().Get("after"))
		next := map[string]string{"": `,"next":"b"`, "b": `,"next":"c"`}[r.URL.Query().Get("after")]
		sendText(fmt.Sprintf(`{"groups":[{"id":"%d"}]%s}`, len(after), next))(w, r)
	})
	var ids []string
	for group, err := range client.Groups.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, group.ID)
	}
	if !slices.Equal(ids, []string{"1", "2", "3"}) || !slices.Equal(after, []string{"", "b", "c"}) {
		t.Errorf("got %v after %v", ids, after)
	}
	after = nil
	_, _ = first(client.Groups.List(t.Context()))
	if len(after) != 1 {
		t.Errorf("fetched %d pages for one group", len(after))
	}
}

func TestErrorOfALaterPageEndsTheIteration(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("after") != "" {
			fail(w, r)
			return
		}
		sendText(`{"groups":[{"id":"1"}],"next":"b"}`)(w, r)
	})
	var outcomes []bool
	for _, err := range client.Groups.List(t.Context()) {
		outcomes = append(outcomes, err == nil)
	}
	if !slices.Equal(outcomes, []bool{true, false}) {
		t.Errorf("got %v", outcomes)
	}
}

func TestSpecialErrorsOfCalls(t *testing.T) {
	send := func(status int, reason string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"msg":"A sentence","msgCode":"x","reason":%q}`, reason)
		}
	}
	verify := func(client *Client) error {
		_, err := client.VerifyTokenRemotely(context.Background(), unsignedToken(t, nil))
		return err
	}
	refresh := func(client *Client) error {
		_, err := client.Refresh(context.Background(), "token")
		return err
	}
	for _, one := range []struct {
		call   func(*Client) error
		status int
		reason string
		code   Code
	}{
		{verify, 401, "", CodeTokenRejected},
		{verify, 401, "invalid_api_key", CodeInvalidAPIKey},
		{verify, 400, "", CodeTokenMalformed},
		{refresh, 401, "", CodeTokenRejected},
		{refresh, 403, "", CodeNotEnabled},
	} {
		requireCode(t, one.call(serve(t, send(one.status, one.reason))), one.code)
	}
}

func TestMessageNamesApplicationAndRemedy(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"msg":"There is no such passkey","msgCode":"not_found"}`))
	})
	_, err := client.Passkeys.Find(t.Context(), "1")
	const wanted = "There is no such passkey (application shop): it was deleted, or belongs to another application"
	if err.Error() != wanted || errorOf(err).Status != http.StatusNotFound {
		t.Errorf("got %v", err)
	}
}
