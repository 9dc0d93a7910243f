package thumbturn

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestClaimsOfAnAccessToken(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, object{"credID": "key-1", "epoch": 2, "amr": []string{"otp"}})
	claims, err := service.client(t, Options{}).VerifyToken(t.Context(), token, nil)
	if err != nil {
		t.Fatal(err)
	}
	if claims.Subject != "ada-id" || claims.Username != "ada" || claims.PasskeyID != "key-1" || claims.Epoch != 2 ||
		!claims.ExpiresAt.Equal(service.now().Add(10*time.Minute)) {
		t.Errorf("got %+v", claims)
	}
}

func TestRejectedTokenReturnsNoClaims(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	options := &VerifyOptions{Scopes: []UserScope{ScopePasskeyWrite}}
	claims, err := client.VerifyToken(t.Context(), service.token(t, nil), options)
	requireCode(t, err, CodeTokenMissingScope)
	if claims != nil {
		t.Errorf("got %+v", claims)
	}
}

func TestNamesOfClaimsAreComparedExactly(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, object{"USERNAME": "eve", "Sub": "eve-id", "Scopes": []string{"reg:write"}})
	claims, err := service.client(t, Options{}).VerifyToken(t.Context(), token, nil)
	if err != nil {
		t.Fatal(err)
	}
	if claims.Username != "ada" || claims.Subject != "ada-id" || claims.Scopes[0] != "user:read" {
		t.Errorf("got %+v", claims)
	}
}

func TestHeadersThatAreNotUnderstoodAreMalformed(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	claims := object{"iss": service.URL + "/apps/shop", "aud": "shop"}
	for _, header := range []object{
		{"alg": "ES256", "kid": "first", "crit": []string{"b64"}, "b64": false},
		{"alg": "ES256", "kid": 1},
		{"alg": "ES256", "KID": "first"},
	} {
		_, err := client.VerifyToken(t.Context(), signToken(t, newKey(t), header, claims), nil)
		requireCode(t, err, CodeTokenMalformed)
	}
	_, err := client.VerifyToken(t.Context(), signToken(t, newKey(t), object{"ALG": "ES256", "kid": "first"}, claims), nil)
	requireCode(t, err, CodeTokenWrongAlgorithm)
}

func TestTokensHaveOneSpelling(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, nil)
	// The last character of 64 bytes has four bits that mean nothing, which the encoder leaves at zero.
	last := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", token[len(token)-1])
	other := token[:len(token)-1] + string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last+1])
	_, err := service.client(t, Options{}).VerifyToken(t.Context(), other, nil)
	requireCode(t, err, CodeTokenMalformed)
}

func TestClaimsOfWrongTypesAreMalformed(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	for _, changes := range []object{
		{"exp": "tomorrow"}, {"exp": nil}, {"iat": -1}, {"sub": ""}, {"jti": 7}, {"username": nil}, {"scopes": []any{1}},
		{"scopes": "user:read"}, {"nbf": service.now().Add(time.Minute).Unix()}, {"credID": 5}, {"epoch": "1"},
	} {
		_, err := client.VerifyToken(t.Context(), service.token(t, changes), nil)
		requireCode(t, err, CodeTokenMalformed)
	}
}

func TestTimesWithFractionsAreAccepted(t *testing.T) {
	service := startTestService(t)
	at := float64(service.now().Unix())
	requireVerified(t, service.client(t, Options{}), service.token(t, object{"iat": at - 0.5, "exp": at + 0.5}))
	requireVerified(t, service.client(t, Options{}), service.token(t, object{"exp": 1e300}))
}

func TestClockThatIsAheadIsNamed(t *testing.T) {
	service := startTestService(t)
	ahead := func() time.Time { return service.now().Add(time.Hour) }
	_, err := service.client(t, Options{Now: ahead}).VerifyToken(t.Context(), service.token(t, nil), nil)
	requireCode(t, err, CodeClockOff)
	if !strings.Contains(err.Error(), "3600 s ahead of") {
		t.Error(err)
	}
	if IsTokenRejected(err) {
		t.Error("a wrong clock rejected the token")
	}
}

func TestAgeOfACachedKeySetIsNotTakenForAClockThatIsOff(t *testing.T) {
	service := startTestService(t)
	stored := service.now().UTC().Format(http.TimeFormat)
	service.replace(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Date", stored)
		w.Header().Set("Age", "290")
		_, _ = w.Write(service.keySet())
	})
	token := service.token(t, object{"exp": service.now().Unix() + 100})
	service.advance(290 * time.Second)
	_, err := service.client(t, Options{}).VerifyToken(t.Context(), token, nil)
	requireCode(t, err, CodeTokenExpired)
}

func TestMessagesNameClaimsInOneShortLine(t *testing.T) {
	service := startTestService(t)
	for _, audience := range []any{strings.Repeat("a", 5000), "a\nb", []any{"shop", strings.Repeat("b", 5000)}} {
		_, err := service.client(t, Options{}).VerifyToken(t.Context(), service.token(t, object{"aud": audience}), nil)
		requireCode(t, err, CodeTokenWrongAudience)
		if len(err.Error()) > 200 || strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	}
}

func TestToleranceOfNone(t *testing.T) {
	service := startTestService(t)
	token := service.token(t, object{"iat": service.now().Add(time.Second).Unix()})
	requireVerified(t, service.client(t, Options{}), token)
	_, err := service.client(t, Options{ClockTolerance: -1}).VerifyToken(t.Context(), token, nil)
	requireCode(t, err, CodeClockOff)
}

func TestEmptyUserOfATransactionIsAnErrorUnlessAnyUserIsAccepted(t *testing.T) {
	claims := &AccessClaims{TxHash: "hash", Nonce: "1", LNonce: "2"}
	requireCode(t, claims.confirm(ExpectedTransaction{Payload: "Pay", Nonce: "1"}), CodeInvalidOptions)
	requireCode(t, claims.confirm(ExpectedTransaction{Payload: "Pay", Nonce: "1", AnyUser: true}), CodeTransactionWrongPayload)
	content := "Pay"
	signed := &PayloadClaims{Content: &content, ContentSignatures: []ContentSignature{{}}}
	requireCode(t, signed.confirm(ExpectedPayload{Payload: "Pay"}), CodeInvalidOptions)
	if err := signed.confirm(ExpectedPayload{Payload: "Pay", AnyUser: true}); err != nil {
		t.Error(err)
	}
}

// FuzzParseToken looks for texts that end the program.
func FuzzParseToken(f *testing.F) {
	f.Add("eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ.eyJleHAiOjF9.AAAA")
	f.Add("a.b.c")
	client := newTestClient(f, Options{BaseURL: "http://localhost", AppID: "shop"})
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := parseToken(text)
		if err != nil {
			return
		}
		_ = client.settings.requireAudience(parsed.claims)
		_ = client.requireTimes(parsed.claims)
		parsed.isSignedBy(&newKey(t).PublicKey)
		if _, err := json.Marshal(parsed.claims); err != nil {
			t.Error(err)
		}
	})
}
