package thumbturn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var encode = base64.RawURLEncoding.EncodeToString

type object = map[string]any

// testService serves the keys of an application, which a test can change, with a clock of its own.
type testService struct {
	*httptest.Server
	mutex sync.Mutex
	keys  map[string]*ecdsa.PrivateKey
	at    time.Time
	// fetches counts requests for keys.
	fetches atomic.Int32
	// respond replaces the response, if it is set.
	respond http.HandlerFunc
}

func startTestService(t *testing.T) *testService {
	t.Helper()
	service := &testService{keys: map[string]*ecdsa.PrivateKey{"first": newKey(t)}, at: time.Unix(1_800_000_000, 0)}
	service.Server = httptest.NewServer(http.HandlerFunc(service.serve))
	t.Cleanup(service.Close)
	return service
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (s *testService) serve(w http.ResponseWriter, r *http.Request) {
	s.fetches.Add(1)
	s.mutex.Lock()
	respond := s.respond
	s.mutex.Unlock()
	if respond != nil {
		respond(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat))
	_, _ = w.Write(s.keySet())
}

func (s *testService) now() time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.at
}

func (s *testService) advance(by time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.at = s.at.Add(by)
}

// replace sets the response of the service; nil for its own.
func (s *testService) replace(respond http.HandlerFunc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.respond = respond
}

func (s *testService) setKeys(keys map[string]*ecdsa.PrivateKey) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.keys = keys
}

func (s *testService) client(t *testing.T, options Options) *Client {
	t.Helper()
	options.BaseURL, options.AppID, options.APIKey = s.URL, "shop", "key"
	if options.Now == nil {
		options.Now = s.now
	}
	return newTestClient(t, options)
}

// token signs the claims of an access token that was issued now, with the changes.
func (s *testService) token(t *testing.T, changes object) string {
	t.Helper()
	return s.sign(t, "first", changes)
}

func (s *testService) sign(t *testing.T, kid string, changes object) string {
	t.Helper()
	issued := s.now().Unix()
	claims := object{
		"iss": s.URL + "/apps/shop", "aud": "shop", "sub": "ada-id", "jti": "1", "rpId": "localhost", "iat": issued,
		"exp": issued + 600, "tokenType": "jwtAccess", "username": "ada", "scopes": []string{"user:read"},
	}
	maps.Copy(claims, changes)
	s.mutex.Lock()
	key := s.keys[kid]
	s.mutex.Unlock()
	return signToken(t, key, object{"alg": "ES256", "kid": kid}, claims)
}

func signToken(t *testing.T, key *ecdsa.PrivateKey, header, claims object) string {
	t.Helper()
	signed := encode(mustMarshal(t, header)) + "." + encode(mustMarshal(t, claims))
	signature, err := signES256(key, signed)
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + encode(signature)
}

// unsignedToken is an access token that only the service can reject.
func unsignedToken(t *testing.T, changes object) string {
	t.Helper()
	claims := object{"sub": "a", "jti": "1", "iat": 1, "exp": 2, "tokenType": "jwtAccess", "username": "ada", "scopes": []string{}}
	maps.Copy(claims, changes)
	return encode([]byte(`{"alg":"ES256","kid":"first"}`)) + "." + encode(mustMarshal(t, claims)) + "." + encode(make([]byte, 64))
}

func (s *testService) keySet() []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	keys := []object{{"kty": "RSA", "kid": "rsa", "n": "AQAB", "e": "AQAB", "alg": "RS256"}}
	for kid, key := range s.keys {
		point, _ := key.PublicKey.Bytes()
		keys = append(keys, object{
			"kty": "EC", "crv": "P-256", "kid": kid, "alg": "ES256", "use": "sig",
			"x": encode(point[1:33]), "y": encode(point[33:]),
		})
	}
	text, _ := json.Marshal(object{"keys": keys})
	return text
}
