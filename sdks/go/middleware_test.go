package thumbturn

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// request sends a request with these headers through the middleware.
func (s *testService) request(t *testing.T, requirements *TokenRequirements, header http.Header) *http.Response {
	t.Helper()
	handler := s.client(t, Options{}).RequireToken(requirements)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		claims, ok := ClaimsFromContext(r.Context())
		if !ok {
			t.Error("there are no claims")
			return
		}
		_, _ = w.Write([]byte(claims.Username))
	}))
	request := httptest.NewRequest(http.MethodGet, "/api/me", nil)
	request.Header = header
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}

func bearerHeader(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

func TestRequestsWithATokenAreAdmitted(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, object{"credID": "key"})
	cookie := &TokenRequirements{Cookie: "session", Passkey: true, Scopes: []UserScope{"user:read"}}
	for _, one := range []struct {
		requirements *TokenRequirements
		header       http.Header
	}{
		{nil, bearerHeader(token)},
		{nil, http.Header{"Authorization": {"bEARER   " + token + " "}}},
		{cookie, bearerHeader(token)},
		{cookie, http.Header{"Cookie": {`a=b; session="` + token + `"; c=d`}}},
	} {
		if response := service.request(t, one.requirements, one.header); response.StatusCode != http.StatusOK {
			t.Errorf("%v got %d", one.header, response.StatusCode)
		}
	}
}

func TestRejectionsNameTheCodeAndTheChallenge(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, nil)
	for _, one := range []struct {
		name         string
		requirements *TokenRequirements
		header       http.Header
		status       int
		challenge    string
		code         Code
	}{
		{"no token", nil, http.Header{}, 401, "Bearer", CodeTokenMissing},
		{"another scheme", nil, http.Header{"Authorization": {"Basic YTpi"}}, 401, "Bearer", CodeTokenMissing},
		{"a cookie that isn't asked for", nil, http.Header{"Cookie": {"session=" + token}}, 401, "Bearer", CodeTokenMissing},
		{"not a token", nil, bearerHeader("hello"), 401, `Bearer error="invalid_token"`, CodeTokenMalformed},
		{
			"a missing scope", &TokenRequirements{Scopes: []UserScope{"reg:write"}}, bearerHeader(token), 403,
			`Bearer error="insufficient_scope"`, CodeTokenMissingScope,
		},
		{
			"no passkey", &TokenRequirements{Passkey: true}, bearerHeader(token), 403,
			`Bearer error="insufficient_scope"`, CodeTokenWithoutPasskey,
		},
	} {
		t.Run(one.name, func(t *testing.T) {
			response := service.request(t, one.requirements, one.header)
			requireRejection(t, response, rejection{MsgCode: one.code})
			if response.StatusCode != one.status || response.Header.Get("WWW-Authenticate") != one.challenge {
				t.Errorf("got %d with %q", response.StatusCode, response.Header.Get("WWW-Authenticate"))
			}
		})
	}
}

func requireRejection(t *testing.T, response *http.Response, wanted rejection) {
	t.Helper()
	var body rejection
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	if body.MsgCode != wanted.MsgCode || body.Msg == "" || response.Header.Get("Cache-Control") != "no-store" ||
		response.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("got %+v with %v", body, response.Header)
	}
}

func TestOutageIsNoRejectionOfTheToken(t *testing.T) {
	service := startTestService(t)
	service.replace(fail)
	var reason error
	requirements := &TokenRequirements{OnRejected: func(_ *http.Request, err error) { reason = err }}
	response := service.request(t, requirements, bearerHeader(service.token(t, nil)))
	requireRejection(t, response, rejection{MsgCode: CodeServerError})
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "5" ||
		response.Header.Get("WWW-Authenticate") != "" {
		t.Errorf("got %d with %v", response.StatusCode, response.Header)
	}
	requireCode(t, reason, CodeServerError)
}

func TestTokensAreAlsoVerifiedRemotely(t *testing.T) {
	service := startTestService(t)
	status := http.StatusNoContent
	service.replace(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"msg":"The token is not valid","msgCode":"unauthorized"}`))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(service.keySet())
	})
	header, remotely := bearerHeader(service.token(t, nil)), &TokenRequirements{Remotely: true}
	if response := service.request(t, remotely, header); response.StatusCode != http.StatusOK {
		t.Errorf("got %d", response.StatusCode)
	}
	status = http.StatusUnauthorized
	response := service.request(t, remotely, header)
	requireRejection(t, response, rejection{MsgCode: CodeTokenRejected})
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %d", response.StatusCode)
	}
}
