package thumbturn_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// startService starts a service that responds with these bodies, by the path of the call.
func startService(bodies map[string]string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, bodies[r.URL.Path])
	}))
}

func Example() {
	client, err := thumbturn.New(thumbturn.Options{BaseURL: "http://localhost:4300/apps/demo"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.VerifyToken(context.Background(), "hello", nil)
	var failure *thumbturn.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code)
		fmt.Println(failure.Message)
	}
	// Output:
	// token_malformed
	// This is not a Thumbturn token: send the JWT unchanged, without "Bearer"
}

func ExampleNew() {
	_, err := thumbturn.New(thumbturn.Options{BaseURL: "http://localhost:4300"})
	fmt.Println(err)
	// Output: AppID is missing: pass it, or a BaseURL that ends with /apps/<id>
}

func ExampleIsTokenRejected() {
	client, _ := thumbturn.New(thumbturn.Options{BaseURL: "http://localhost:4300/apps/demo"})
	_, err := client.VerifyToken(context.Background(), "", nil)
	fmt.Println(thumbturn.IsTokenRejected(err), errors.Is(err, thumbturn.CodeTokenMissing))
	// Output: true true
}

func ExampleClient_RequireToken() {
	client, _ := thumbturn.New(thumbturn.Options{BaseURL: "http://localhost:4300/apps/demo"})
	requireToken := client.RequireToken(&thumbturn.TokenRequirements{
		Passkey: true,
		OnRejected: func(_ *http.Request, err error) {
			fmt.Println("log:", err)
		},
	})
	handler := requireToken(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		claims, _ := thumbturn.ClaimsFromContext(r.Context())
		fmt.Fprintln(w, "Hello,", claims.Username)
	}))

	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/api/me", nil))
	fmt.Println(response.Code, response.Header().Get("WWW-Authenticate"))
	// Output:
	// log: There is no token: send it as Authorization: Bearer
	// 401 Bearer
}

func ExampleUsers_Find() {
	service := startService(map[string]string{
		"/apps/demo/fido2/v2/mgmt/users/find": `{"user":{"userId":"5a6f2d3c","usernames":["ada@example.com"]},
			"devices":[],"passkeys":[{"id":"0b9f2c1e","name":"iCloud Keychain"}]}`,
	})
	defer service.Close()
	client, _ := thumbturn.New(thumbturn.Options{BaseURL: service.URL + "/apps/demo", APIKey: "ttk_"})

	found, err := client.Users.Find(context.Background(), "ada@example.com")
	if errors.Is(err, thumbturn.CodeNotFound) {
		fmt.Println("There is no such user")
		return
	}
	for _, passkey := range found.Passkeys {
		fmt.Println(passkey.Name)
	}
	// Output: iCloud Keychain
}

func ExampleEvents_List() {
	service := startService(map[string]string{
		"/admin/v1/applications/demo/events": `{"events":[{"eventId":"fido2.passkey.auth.success","userId":"5a6f2d3c"}]}`,
	})
	defer service.Close()
	client, _ := thumbturn.New(thumbturn.Options{BaseURL: service.URL + "/apps/demo", AdminKey: "ttk_"})

	filter := &thumbturn.EventFilter{Since: time.Now().Add(-time.Hour)}
	for event, err := range client.Events.List(context.Background(), filter) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(event.EventID, event.UserID)
	}
	// Output: fido2.passkey.auth.success 5a6f2d3c
}

func ExampleVerifyWebhook() {
	_, err := thumbturn.VerifyWebhook(thumbturn.WebhookRequest{
		Secrets: []string{"whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="},
		Header: http.Header{
			"Webhook-Id": {"events_7"}, "Webhook-Timestamp": {"1800000000"}, "Webhook-Signature": {"v1,forged"},
		},
		Body: []byte(`{"type":"events"}`),
		Now:  func() time.Time { return time.Unix(1_800_000_000, 0) },
	})
	fmt.Println(err)
	// Output: No secret signed this webhook: check the secret, reject the call
}
