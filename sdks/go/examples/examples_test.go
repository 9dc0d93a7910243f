package examples

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// situation is what `npm run sdks:test -- go` prepared in a service.
type situation struct {
	Username, UserID, DeviceID                      string
	AccessToken, IDToken, Payload, PayloadSignature string
	RefreshToken                                    string
	Transaction                                     struct{ Token, TxID, Nonce string }
	ClientID                                        string
	ClientKey                                       json.RawMessage
	Resource                                        struct {
		URI, ClientID string
		Tokens        []string
		Introspection struct {
			ID     string `json:"client_id"`
			Secret string `json:"client_secret"`
		}
	}
}

// useService sets the client of the samples. It skips the test without a service.
func useService(t *testing.T) situation {
	t.Helper()
	if os.Getenv("THUMBTURN_URL") == "" {
		t.Skip("There is no service: run npm run sdks:test -- go")
	}
	text, err := os.ReadFile(os.Getenv("THUMBTURN_SITUATION"))
	requireNoError(t, err)
	var prepared situation
	if err := json.Unmarshal(text, &prepared); err != nil {
		t.Fatal(err)
	}
	client, err = thumbturn.New(thumbturn.Options{
		BaseURL:  os.Getenv("THUMBTURN_URL"),
		Issuer:   os.Getenv("THUMBTURN_ISSUER"),
		APIKey:   os.Getenv("THUMBTURN_API_KEY"),
		AdminKey: os.Getenv("THUMBTURN_ADMIN_KEY"),
		Timeout:  time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

func requireNoError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func requireCode(t *testing.T, err error, code thumbturn.Code) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Fatalf("got %v instead of %s", err, code)
	}
}

func TestTokensAreVerified(t *testing.T) {
	s := useService(t)
	for name, identify := range map[string]func(context.Context, string) (string, error){
		"by keys": IdentifyUser, "remotely": IdentifyActiveUser, "with errors": FindSignedInUser,
	} {
		userID, err := identify(t.Context(), s.AccessToken)
		requireNoError(t, err)
		if userID != s.UserID {
			t.Errorf("%s: the user is %q", name, userID)
		}
	}
	userID, err := FindSignedInUser(t.Context(), s.IDToken)
	requireNoError(t, err)
	if userID != "" {
		t.Errorf("an ID token is an access token of %q", userID)
	}
	_, err = IdentifyUser(t.Context(), s.AccessToken[:len(s.AccessToken)-8]+"AAAAAAAA")
	requireCode(t, err, thumbturn.CodeTokenBadSignature)
}

func TestRequirementsAreChecked(t *testing.T) {
	s := useService(t)
	requireNoError(t, RequirePasskeyScope(t.Context(), s.AccessToken))
	requireNoError(t, RequireRecentSignIn(t.Context(), s.IDToken))
	requireCode(t, RequirePasskeyScope(t.Context(), s.IDToken), thumbturn.CodeTokenWrongType)
	claims, err := client.VerifyIDToken(t.Context(), s.IDToken, nil)
	requireNoError(t, err)
	if time.Since(claims.AuthTime.Time) > 5*time.Minute || claims.Subject == "" {
		t.Errorf("got %+v", claims)
	}
}

func TestHandlerAdmitsSignedInUsers(t *testing.T) {
	s := useService(t)
	handler := NewHandler()
	for token, wanted := range map[string]string{
		s.AccessToken: `{"username":"` + s.Username + `"}`,
		"":            `{"msg":"This needs a valid access token: sign in","msgCode":"token_missing"}`,
	} {
		request := httptest.NewRequest(http.MethodGet, "/api/me", nil)
		request.Header.Set("Authorization", "Bearer "+token)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if body := strings.TrimSpace(recorder.Body.String()); body != wanted {
			t.Errorf("got %s", body)
		}
	}
}

// TestProtectedResourceAdmitsTheClientOfAUser runs the sample at the address for which the service issued the tokens.
func TestProtectedResourceAdmitsTheClientOfAUser(t *testing.T) {
	s := useService(t)
	options := NotesOptions
	options.Issuer, options.Resource, options.BaseURL = os.Getenv("THUMBTURN_ISSUER"), s.Resource.URI, os.Getenv("THUMBTURN_URL")
	options.Timeout = time.Minute
	options.Introspection = &thumbturn.IntrospectionOptions{
		ClientID: s.Resource.Introspection.ID, ClientSecret: s.Resource.Introspection.Secret, CacheTime: -1,
	}
	notes, err := thumbturn.NewResource(options)
	requireNoError(t, err)
	handler, token := NewNotesHandler(notes), s.Resource.Tokens[0]
	send := func(method, path, token string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, path, nil)
		request.Header.Set("Authorization", "Bearer "+token)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder
	}
	if got := send("GET", "/notes", token); got.Code != http.StatusOK || !strings.HasPrefix(got.Body.String(), `{"owner":"`) {
		t.Errorf("got %d with %s", got.Code, got.Body)
	}
	for want, got := range map[int]*httptest.ResponseRecorder{
		http.StatusForbidden:    send("POST", "/notes", token),
		http.StatusUnauthorized: send("GET", "/notes", s.AccessToken),
	} {
		if got.Code != want || !strings.Contains(got.Header().Get("WWW-Authenticate"), notes.MetadataURL()) {
			t.Errorf("got %d with %v", got.Code, got.Header())
		}
	}
	if got := send("GET", notes.MetadataPath(), ""); !strings.Contains(got.Body.String(), os.Getenv("THUMBTURN_ISSUER")) {
		t.Errorf("got %s", got.Body)
	}
	form := url.Values{"token": {token}, "client_id": {s.Resource.ClientID}}
	revoked, err := http.PostForm(os.Getenv("THUMBTURN_URL")+"/openid/revoke", form)
	requireNoError(t, err)
	revoked.Body.Close()
	if got := send("GET", "/notes", token); got.Code != http.StatusUnauthorized {
		t.Errorf("got %d after the token was revoked", got.Code)
	}
}

func TestSecretOfIntrospectionIsRequired(t *testing.T) {
	_, err := NewAskingNotes()
	requireCode(t, err, thumbturn.CodeInvalidOptions)
	t.Setenv("NOTES_SERVER_SECRET", "secret")
	_, err = NewAskingNotes()
	requireNoError(t, err)
}

func TestOnlyTheConfirmedOrderIsAccepted(t *testing.T) {
	s := useService(t)
	order := Order{ID: s.Transaction.Nonce, UserID: s.UserID, Payload: s.Payload}
	requireNoError(t, ConfirmOrder(t.Context(), s.Transaction.Token, order))
	requireNoError(t, ConfirmPayload(t.Context(), s.PayloadSignature, order))
	other := Order{ID: "order-2", UserID: s.UserID, Payload: s.Payload}
	requireCode(t, ConfirmOrder(t.Context(), s.Transaction.Token, other), thumbturn.CodeTransactionWrongNonce)
	other = Order{ID: s.Transaction.Nonce, UserID: "eve", Payload: s.Payload}
	requireCode(t, ConfirmPayload(t.Context(), s.PayloadSignature, other), thumbturn.CodeTransactionWrongUser)
	found, err := client.Transactions.Find(t.Context(), s.Transaction.TxID)
	requireNoError(t, err)
	if found.TxPayload != s.Payload || found.UserID != s.UserID || time.Since(found.CreatedAt) > time.Hour {
		t.Errorf("got %+v", found)
	}
}

func TestGrantsNameTheUser(t *testing.T) {
	s := useService(t)
	grant, err := GrantPasskey(t.Context(), s.Username)
	requireNoError(t, err)
	_, err = client.VerifyToken(t.Context(), grant, nil)
	requireCode(t, err, thumbturn.CodeTokenWrongType)
	assertion, err := AssertUser(t.Context(), s.Username)
	requireNoError(t, err)
	_, err = client.VerifyToken(t.Context(), assertion, nil)
	requireCode(t, err, thumbturn.CodeTokenWrongType)
}

func TestRefreshTokensWorkOnce(t *testing.T) {
	s := useService(t)
	tokens, err := client.Refresh(t.Context(), s.RefreshToken)
	requireNoError(t, err)
	_, err = client.VerifyIDToken(t.Context(), tokens.IDToken, nil)
	requireNoError(t, err)
	_, err = client.Refresh(t.Context(), s.RefreshToken)
	requireCode(t, err, thumbturn.CodeTokenRejected)
}

func TestEmployeesGetProfileClaimsAndTeams(t *testing.T) {
	s := useService(t)
	group, err := client.Groups.Create(t.Context(), thumbturn.GroupRequest{Name: "Engines", Claims: map[string]any{"floor": 2}})
	requireNoError(t, err)
	employee := Employee{UserID: s.UserID, Name: "Ada Lovelace", Department: "Engines", Teams: []string{group.Name}}
	requireNoError(t, UpdateEmployee(t.Context(), employee))
	profile, err := client.Users.FindProfile(t.Context(), s.UserID)
	requireNoError(t, err)
	if profile.Name != employee.Name || profile.Claims["department"] != "Engines" {
		t.Errorf("got %+v", profile)
	}
	for member, err := range client.Groups.ListMembers(t.Context(), group.ID) {
		requireNoError(t, err)
		if member.UserID != s.UserID {
			t.Errorf("got %+v", member)
		}
	}
	requireNoError(t, client.Groups.RemoveMember(t.Context(), group.ID, s.UserID))
	held, err := client.Users.ListGroups(t.Context(), s.UserID)
	requireNoError(t, err)
	if len(held) != 0 {
		t.Errorf("got %+v", held)
	}
	requireNoError(t, client.Groups.Delete(t.Context(), group.ID))
}

func TestContactsAuthenticatorsAndDiscovery(t *testing.T) {
	s := useService(t)
	change := thumbturn.EmailChange{Email: "ada@example.com", RequestVerification: new(bool)}
	requireNoError(t, client.Contacts.SetEmail(t.Context(), s.UserID, change))
	found, err := client.Users.Find(t.Context(), change.Email)
	requireNoError(t, err)
	if found.User.UserID != s.UserID || len(found.Passkeys) != 1 || len(found.Devices) != 1 {
		t.Errorf("got %+v", found)
	}
	requireNoError(t, client.Contacts.DeleteEmail(t.Context(), s.UserID, thumbturn.EmailDeletion{}))
	model := thumbturn.BlockedModel{AAGUID: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd", Auth: true}
	requireNoError(t, client.Authenticators.Block(t.Context(), model))
	blocked, err := client.Authenticators.ListBlocked(t.Context())
	requireNoError(t, err)
	if len(blocked) != 1 || blocked[0] != model {
		t.Errorf("got %+v", blocked)
	}
	requireNoError(t, client.Authenticators.UnblockAll(t.Context()))
	discovery, err := client.Discover(t.Context(), thumbturn.DiscoverRequest{
		User:       thumbturn.DiscoverUser{Username: s.Username},
		UserAgent:  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
		DeviceInfo: &thumbturn.DeviceInfo{DeviceID: s.DeviceID},
	})
	requireNoError(t, err)
	if discovery.UserID != s.UserID || discovery.Session == "" {
		t.Errorf("got %+v", discovery)
	}
}

func TestWarningsAreListed(t *testing.T) {
	s := useService(t)
	_, err := ListWarnings(t.Context())
	requireNoError(t, err)
	for event, err := range client.Events.List(t.Context(), &thumbturn.EventFilter{UserID: s.UserID}) {
		requireNoError(t, err)
		if event.UserID != s.UserID || time.Since(event.Time()) > time.Hour {
			t.Errorf("got %+v", event)
		}
	}
}

func TestServiceTokenStartsASignIn(t *testing.T) {
	s := useService(t)
	t.Chdir(t.TempDir())
	requireNoError(t, os.WriteFile("client-key.pem", s.ClientKey, 0o600))
	token, err := SignForSignIn()
	requireNoError(t, err)
	address, err := url.Parse(os.Getenv("THUMBTURN_URL"))
	requireNoError(t, err)
	body := strings.NewReader(`{"client_id":"demo","username":"` + s.Username + `"}`)
	request, err := http.NewRequestWithContext(t.Context(), "POST", address.Scheme+"://"+address.Host+"/authenticate/fido2/init", body)
	requireNoError(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	requireNoError(t, err)
	defer response.Body.Close()
	var started struct {
		Payload struct{ RPID string } `json:"assertion_payload"`
	}
	requireNoError(t, json.NewDecoder(response.Body).Decode(&started))
	if started.Payload.RPID != "localhost" {
		t.Errorf("got %d with %+v", response.StatusCode, started)
	}
}

// TestSessionsEnd runs last, because it signs the user out and deletes the passkey.
func TestSessionsEnd(t *testing.T) {
	s := useService(t)
	claims, err := client.VerifyToken(t.Context(), s.AccessToken, nil)
	requireNoError(t, err)
	session := thumbturn.BackendSession{UserID: claims.Subject, Epoch: claims.Epoch, PasskeyID: claims.PasskeyID}
	isActive, err := client.IsSessionActive(t.Context(), session)
	requireNoError(t, err)
	if !isActive {
		t.Error("the session isn't active")
	}
	requireNoError(t, client.Users.SignOut(t.Context(), s.UserID))
	isActive, err = client.IsSessionActive(t.Context(), session)
	requireNoError(t, err)
	if isActive {
		t.Error("the session is active")
	}
	_, err = client.VerifyTokenRemotely(t.Context(), s.AccessToken)
	requireCode(t, err, thumbturn.CodeTokenRejected)
	for _, wanted := range []int{1, 0} {
		deleted, err := DeleteLostPasskeys(t.Context(), s.Username)
		requireNoError(t, err)
		if deleted != wanted {
			t.Errorf("deleted %d passkeys", deleted)
		}
	}
	deleted, err := DeleteLostPasskeys(t.Context(), "unknown@example.com")
	requireNoError(t, err)
	if deleted != 0 {
		t.Errorf("deleted %d passkeys", deleted)
	}
}

func TestWebhooksAreAcceptedIfTheyAreSigned(t *testing.T) {
	key := []byte("0123456789abcdef0123456789abcdef")
	t.Setenv("THUMBTURN_WEBHOOK_SECRET", "whsec_"+base64.StdEncoding.EncodeToString(key))
	body := `{"type":"events","data":{"events":[{"uuid":"1","eventId":"fido2.passkey.auth.success","userId":"ada"}]}}`
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("events_1." + timestamp + "." + body))
	signature := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for sent, wanted := range map[string]int{body: http.StatusNoContent, strings.Replace(body, "ada", "eve", 1): http.StatusUnauthorized} {
		request := httptest.NewRequest(http.MethodPost, "/hooks/thumbturn", strings.NewReader(sent))
		request.Header.Set("webhook-id", "events_1")
		request.Header.Set("webhook-timestamp", timestamp)
		request.Header.Set("webhook-signature", signature)
		recorder := httptest.NewRecorder()
		ReceiveWebhook(recorder, request)
		if recorder.Code != wanted {
			t.Errorf("got %d for %s", recorder.Code, sent)
		}
	}
}

func TestReadmeShowsTheQuickstart(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	requireNoError(t, err)
	program, err := os.ReadFile("quickstart/main.go")
	requireNoError(t, err)
	if !strings.Contains(string(readme), "```go\n"+string(program)+"```") {
		t.Error("the README shows another program than examples/quickstart/main.go")
	}
}
