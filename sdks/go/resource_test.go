package thumbturn

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// asked is what a service says about tokens, and how often it was asked.
type asked struct {
	questions, status atomic.Int32
	isRevoked         atomic.Bool
}

// resource returns a protected resource of the service.
func (s *testService) resource(t *testing.T, options ResourceOptions) *Resource {
	t.Helper()
	options.Issuer, options.Resource = s.URL+"/apps/shop", "https://mcp.example.com/notes/mcp"
	options.Scopes, options.Now, options.Timeout = []string{"notes:read"}, s.now, time.Minute
	return newTestResource(t, options)
}

// asking returns a resource that asks the service about tokens.
func (s *testService) asking(t *testing.T, options IntrospectionOptions) (*Resource, *asked) {
	t.Helper()
	answers := &asked{}
	answers.status.Store(http.StatusOK)
	s.replace(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if !strings.HasSuffix(r.URL.Path, "/openid/introspect") {
			_, _ = w.Write(s.keySet())
			return
		}
		answers.questions.Add(1)
		w.WriteHeader(int(answers.status.Load()))
		if answers.isRevoked.Load() {
			_, _ = w.Write([]byte(`{"active":false}`))
			return
		}
		_, _ = w.Write([]byte(`{"active":true}`))
	})
	options.ClientID, options.ClientSecret = "notes-server", "secret"
	return s.resource(t, ResourceOptions{Introspection: &options}), answers
}

// clientToken is an access token of a client, with changed claims; nil removes one.
func (s *testService) clientToken(t *testing.T, changes object) string {
	t.Helper()
	at := s.now().Unix()
	claims := object{
		"iss": s.URL + "/apps/shop", "aud": "https://mcp.example.com/notes/mcp", "sub": "ada-id", "client_id": "app",
		"scope": "notes:read", "jti": "1", "iat": at, "exp": at + 600, "auth_time": at - 60, "amr": []string{"hwk"}, "acr": "phr",
	}
	for name, value := range changes {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	return signToken(t, s.keys["first"], object{"alg": "ES256", "kid": "first", "typ": "at+jwt"}, claims)
}

// call sends a request with the token. It returns what the token allows, or the reason of the rejection.
func call(ctx context.Context, resource *Resource, token string) (access *ResourceAccess, reason error) {
	requirements := &AccessRequirements{OnRejected: func(_ *http.Request, err error) { reason = err }}
	handler := resource.RequireAccess(requirements)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		access, _ = AccessFromContext(r.Context())
	}))
	request := httptest.NewRequest(http.MethodPost, "/notes/mcp", nil).WithContext(ctx)
	request.Header = bearerHeader(token)
	handler.ServeHTTP(httptest.NewRecorder(), request)
	return access, reason
}

func requireAdmitted(t *testing.T, resource *Resource, token string) {
	t.Helper()
	if _, reason := call(t.Context(), resource, token); reason != nil {
		t.Error(reason)
	}
}

func requireReason(t *testing.T, resource *Resource, token string, code Code) {
	t.Helper()
	_, reason := call(t.Context(), resource, token)
	requireCode(t, reason, code)
}

func TestAccessSaysWhatTheClientCanDoAndForWhichUser(t *testing.T) {
	service := startTestService(t)
	resource := service.resource(t, ResourceOptions{})
	access, reason := call(t.Context(), resource, service.clientToken(t, nil))
	if reason != nil {
		t.Fatal(reason)
	}
	if access.ClientID != "app" || access.UserID != "ada-id" || !access.HasScope("notes:read") || access.TokenID != "1" ||
		access.ContextClass != "phr" || access.Methods[0] != "hwk" ||
		!access.SignedInAt.Equal(service.now().Add(-time.Minute)) {
		t.Errorf("got %+v", access)
	}
	access, _ = call(t.Context(), resource, service.clientToken(t, object{"auth_time": nil}))
	if access.UserID != "" || !access.SignedInAt.IsZero() {
		t.Errorf("got %+v", access)
	}
}

func boundCase(t *testing.T) (*Resource, resourceCase) {
	t.Helper()
	all := readResourceVectors(t)
	for _, one := range all.Resources {
		if one.Name == "a bound token with a proof" {
			return all.create(t, one), one
		}
	}
	t.Fatal("there is no such case")
	return nil, resourceCase{}
}

func TestEachProofWorksOnce(t *testing.T) {
	resource, one := boundCase(t)
	if _, _, reason := one.send(resource); reason != nil {
		t.Fatal(reason)
	}
	_, _, reason := one.send(resource)
	requireCode(t, reason, CodeTokenWrongProof)
}

func TestProofIsForThePathThatTheClientRequested(t *testing.T) {
	resource, one := boundCase(t)
	handler := http.StripPrefix("/notes", resource.RequireAccess(nil)(http.NotFoundHandler()))
	request := httptest.NewRequest(http.MethodPost, "/notes/mcp", nil)
	request.Header.Set("Authorization", one.Request.Authorization)
	request.Header.Set("DPoP", one.Request.DPoP)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusNotFound {
		t.Errorf("got %d", recorder.Code)
	}
}

func TestTwoHeadersWithProofsAreRejected(t *testing.T) {
	resource, one := boundCase(t)
	request := httptest.NewRequest(http.MethodPost, "/notes/mcp", nil)
	request.Header = http.Header{"Authorization": {one.Request.Authorization}, "Dpop": {one.Request.DPoP, one.Request.DPoP}}
	recorder := httptest.NewRecorder()
	resource.RequireAccess(nil)(http.NotFoundHandler()).ServeHTTP(recorder, request)
	if recorder.Code != http.StatusUnauthorized {
		t.Errorf("got %d", recorder.Code)
	}
}

func TestMetadataDoesNotDependOnTheHostThatTheRequestNames(t *testing.T) {
	resource := startTestService(t).resource(t, ResourceOptions{})
	request := httptest.NewRequest(http.MethodGet, "http://evil.example"+resource.MetadataPath(), nil)
	recorder := httptest.NewRecorder()
	resource.MetadataHandler().ServeHTTP(recorder, request)
	if recorder.Code != http.StatusOK || strings.Contains(recorder.Body.String(), "evil") {
		t.Errorf("got %d with %s", recorder.Code, recorder.Body)
	}
}

func TestRevokedTokenEndsWithinAMinuteForWhichTheServiceIsAskedOnce(t *testing.T) {
	service := startTestService(t)
	resource, answers := service.asking(t, IntrospectionOptions{})
	token := service.clientToken(t, nil)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { requireAdmitted(t, resource, token) })
	}
	group.Wait()
	answers.isRevoked.Store(true)
	service.advance(59 * time.Second)
	requireAdmitted(t, resource, token)
	if got := answers.questions.Load(); got != 1 {
		t.Errorf("asked %d times", got)
	}
	service.advance(time.Second)
	requireReason(t, resource, token, CodeTokenRejected)
}

func TestRevokedTokenEndsAtOnceIfTheServiceIsAskedForEachRequest(t *testing.T) {
	service := startTestService(t)
	resource, answers := service.asking(t, IntrospectionOptions{CacheTime: -1})
	token := service.clientToken(t, nil)
	requireAdmitted(t, resource, token)
	answers.isRevoked.Store(true)
	requireReason(t, resource, token, CodeTokenRejected)
}

func TestRequestsDoNotWaitForTheServiceForFiveSecondsAfterAFailure(t *testing.T) {
	service := startTestService(t)
	resource, answers := service.asking(t, IntrospectionOptions{})
	token := service.clientToken(t, nil)
	answers.status.Store(http.StatusBadGateway)
	requireReason(t, resource, token, CodeServerError)
	answers.status.Store(http.StatusOK)
	requireReason(t, resource, token, CodeServerError)
	if got := answers.questions.Load(); got != 1 {
		t.Errorf("asked %d times", got)
	}
	service.advance(5 * time.Second)
	requireAdmitted(t, resource, token)
}

func TestTokensThatWereNotRevokedBeforeCountDuringAnOutageByChoice(t *testing.T) {
	service := startTestService(t)
	resource, answers := service.asking(t, IntrospectionOptions{AcceptOutages: true})
	revoked := service.clientToken(t, object{"jti": "2"})
	answers.isRevoked.Store(true)
	requireReason(t, resource, revoked, CodeTokenRejected)
	answers.status.Store(http.StatusBadGateway)
	service.advance(61 * time.Second)
	requireReason(t, resource, revoked, CodeTokenRejected)
	requireAdmitted(t, resource, service.clientToken(t, nil))
}

func TestRequestThatEndsIsNoFailureOfTheService(t *testing.T) {
	service := startTestService(t)
	resource, _ := service.asking(t, IntrospectionOptions{CacheTime: -1})
	token := service.clientToken(t, nil)
	requireAdmitted(t, resource, token)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, reason := call(ended, resource, token); !errors.Is(reason, context.Canceled) {
		t.Errorf("got %v", reason)
	}
	requireAdmitted(t, resource, token)
}
