package thumbturn

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// expectation is what sdks/vectors/README.md describes.
type expectation struct {
	Claims     map[string]any
	Code       Code
	ID         string
	Positions  []int64
	RetryAfter int
}

type tokenCase struct {
	Name    string
	At      int64
	Token   string
	Options struct {
		Type    TokenType
		Scopes  []UserScope
		Passkey bool
		MaxAge  int
	}
	Expected struct{ Payload, Nonce, UserID string }
	Expect   expectation
}

type vectors struct {
	Application struct {
		AppID, BaseURL, KeySetURL string
		Keys                      json.RawMessage
	}
	Tokens, Transactions, Payloads []tokenCase
	Webhooks                       []struct {
		Name    string
		At      int64
		Secrets []string
		Headers map[string]string
		Body    string
		Expect  expectation
	}
	ServiceTokens []struct {
		Name       string
		At         int64
		PrivateKey json.RawMessage
		Request    struct {
			ClientID, Username, UserID, TxPayload string
			Scope                                 []ServiceScope
		}
		Expect expectation
	}
	Responses []struct {
		Name    string
		Status  int
		Headers map[string]string
		Body    string
		Expect  expectation
	}
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	return readVectorsAs[vectors](t)
}

func readVectorsAs[Part any](t *testing.T) Part {
	t.Helper()
	text, err := os.ReadFile("../vectors/vectors.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("The shared vectors are in the repository, not in the module")
	}
	return parse[Part](t, text)
}

func parse[Value any](t *testing.T, text []byte) Value {
	t.Helper()
	var value Value
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// client has a service that responds with the keys of the vectors.
func (v vectors) client(t *testing.T, at int64) *Client {
	t.Helper()
	transport := roundTripper(func(request *http.Request) (*http.Response, error) {
		if request.URL.String() != v.Application.KeySetURL {
			t.Errorf("fetched %s", request.URL)
		}
		return respondJSON(http.StatusOK, string(v.Application.Keys)), nil
	})
	return newTestClient(t, Options{
		BaseURL:    v.Application.BaseURL,
		AppID:      v.Application.AppID,
		HTTPClient: &http.Client{Transport: transport},
		Now:        func() time.Time { return time.Unix(at, 0) },
	})
}

func newTestClient(t testing.TB, options Options) *Client {
	t.Helper()
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func respondJSON(status int, body string) *http.Response {
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Content-Type", "application/json")
	recorder.WriteHeader(status)
	_, _ = recorder.WriteString(body)
	return recorder.Result()
}

// check compares an outcome with what a case expects: claims, which can be a part of the actual ones, or a code.
func (e expectation) check(t *testing.T, claims any, err error) {
	t.Helper()
	if e.Code != "" {
		requireCode(t, err, e.Code)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	requirePart(t, toJSON(t, claims), any(e.Claims))
}

func requireCode(t testing.TB, err error, code Code) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Fatalf("the error is %v (%+v), not %s", err, errorOf(err), code)
	}
}

// errorOf returns nil for other errors.
func errorOf(err error) *Error {
	var failure *Error
	errors.As(err, &failure)
	return failure
}

func toJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return parse[any](t, text)
}

func requirePart(t *testing.T, actual, expected any) {
	t.Helper()
	wanted, isObject := expected.(map[string]any)
	if !isObject {
		if string(mustMarshal(t, actual)) != string(mustMarshal(t, expected)) {
			t.Errorf("got %v instead of %v", actual, expected)
		}
		return
	}
	given, _ := actual.(map[string]any)
	for name, value := range wanted {
		requirePart(t, given[name], value)
	}
}

func mustMarshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTokensOfTheVectors(t *testing.T) {
	all := readVectors(t)
	for _, one := range all.Tokens {
		t.Run(one.Name, func(t *testing.T) {
			claims, err := one.verify(all.client(t, one.At))
			one.Expect.check(t, claims, err)
		})
	}
}

func (c tokenCase) verify(client *Client) (any, error) {
	ctx := context.Background()
	if c.Options.Type == TokenTypeID {
		options := VerifyIDOptions{Passkey: c.Options.Passkey, MaxAge: time.Duration(c.Options.MaxAge) * time.Second}
		return client.VerifyIDToken(ctx, c.Token, &options)
	}
	return client.VerifyToken(ctx, c.Token, &VerifyOptions{Scopes: c.Options.Scopes, Passkey: c.Options.Passkey})
}

func TestTransactionsOfTheVectors(t *testing.T) {
	all := readVectors(t)
	for _, one := range all.Transactions {
		t.Run(one.Name, func(t *testing.T) {
			e := one.Expected
			expected := ExpectedTransaction{Payload: e.Payload, Nonce: e.Nonce, UserID: e.UserID, AnyUser: e.UserID == ""}
			claims, err := all.client(t, one.At).VerifyTransaction(t.Context(), one.Token, expected)
			one.Expect.check(t, claims, err)
		})
	}
}

func TestPayloadsOfTheVectors(t *testing.T) {
	all := readVectors(t)
	for _, one := range all.Payloads {
		t.Run(one.Name, func(t *testing.T) {
			e := one.Expected
			expected := ExpectedPayload{Payload: e.Payload, UserID: e.UserID, AnyUser: e.UserID == ""}
			claims, err := all.client(t, one.At).VerifyPayload(t.Context(), one.Token, expected)
			one.Expect.check(t, claims, err)
		})
	}
}
