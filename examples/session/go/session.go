// Package session keeps users signed in with the cookie of
// @thumbturn/node/session. Wrap your handler in
// [http.CrossOriginProtection], which rejects requests of other sites.
package session

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	absolute = 7 * 24 * time.Hour
	idle     = 24 * time.Hour
	fresh    = time.Minute
	outage   = time.Hour
	skew     = 5 * time.Minute
)

// Manager starts, reads, and ends sessions.
type Manager struct {
	BaseURL, AppID, APIKey string
	// Secrets seal the cookie: the first one seals, and all of them open.
	Secrets []string
	// Insecure is for http://localhost: without TLS, the cookie has no prefix.
	Insecure bool

	mu      sync.Mutex
	checked map[string]time.Time
}

// Session is the signed-in user of a request; times in seconds since 1970.
type Session struct {
	ID        string          `json:"id"`
	UserID    string          `json:"sub"`
	Username  string          `json:"username"`
	Epoch     int             `json:"epoch,omitempty"`
	PasskeyID string          `json:"credID,omitempty"`
	SID       string          `json:"sid,omitempty"`
	OpenID    bool            `json:"openid,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
	Started   int64           `json:"iat"`
	Renewed   int64           `json:"renewed"`
}

// Claims are those of a token that VerifyToken accepted.
type Claims struct {
	UserID    string `json:"sub"`
	Username  string `json:"username"`
	Epoch     int    `json:"epoch"`
	PasskeyID string `json:"credID"`
	Via       string `json:"via"`
	TxHash    string `json:"txHash"`
}

// ErrSignedOut is the error for a token whose user was signed out.
var ErrSignedOut = errors.New("the user was signed out, or the passkey was deleted")

// ErrTransaction is the error for a token that confirms a transaction, which
// other parties get to see.
var ErrTransaction = errors.New("the token confirms a transaction, not a sign-in")

// Start starts a session, and ends the previous one of the browser.
func (m *Manager) Start(w http.ResponseWriter, r *http.Request, claims Claims) error {
	if claims.TxHash != "" {
		return ErrTransaction
	}
	now := time.Now().Unix()
	s := &Session{
		ID: rand.Text(), UserID: claims.UserID, Username: claims.Username, Epoch: claims.Epoch,
		PasskeyID: claims.PasskeyID, Started: now, Renewed: now,
	}
	if s.PasskeyID == "" {
		s.PasskeyID = claims.Via
	}
	active, err := m.ask(s)
	if err != nil {
		return err
	}
	if !active {
		return ErrSignedOut
	}
	m.End(w, r)
	return m.setCookie(w, s)
}

// Get returns the session of a request, or nil without one, and renews its
// cookie. If the service can't be asked, it returns an error: respond with 503.
func (m *Manager) Get(w http.ResponseWriter, r *http.Request) (*Session, error) {
	s := m.open(r)
	if s == nil || !isInTime(s) || slices.Contains(m.readEnded(r), s.ID) {
		return nil, nil
	}
	active, certain, err := m.check(s)
	if err != nil {
		return nil, err
	}
	if !active {
		m.End(w, r)
		return nil, nil
	}
	if certain && time.Since(time.Unix(s.Renewed, 0)) >= idle/24 {
		s.Renewed = time.Now().Unix()
		return s, m.setCookie(w, s)
	}
	return s, nil
}

// End ends the session of a request. The browser remembers it, because a
// response that is still under way could bring its cookie back.
func (m *Manager) End(w http.ResponseWriter, r *http.Request) {
	s := m.open(r)
	if s == nil {
		return
	}
	ended := append([]string{s.ID}, m.readEnded(r)...)
	http.SetCookie(w, m.cookie(m.name(), "", -time.Second))
	http.SetCookie(w, m.cookie(m.name()+"-ended", strings.Join(ended[:min(len(ended), 3)], "."), idle))
}

func isInTime(s *Session) bool {
	started, renewed := time.Unix(s.Started, 0), time.Unix(s.Renewed, 0)
	return time.Since(started) < absolute && time.Since(renewed) < idle && time.Until(started) <= skew
}

// check returns whether the session is valid, and whether the service says
// so: while it can't be asked, a session stays valid for an hour.
func (m *Manager) check(s *Session) (active, certain bool, err error) {
	name := fmt.Sprint(s.UserID, " ", s.Epoch, " ", s.PasskeyID)
	m.mu.Lock()
	last, known := m.checked[name]
	m.mu.Unlock()
	if s.OpenID || time.Since(last) < fresh {
		return true, true, nil
	}
	at := time.Now()
	active, err = m.ask(s)
	if err != nil {
		if !known {
			last = time.Unix(s.Renewed, 0)
		}
		if time.Since(last) < outage {
			return true, false, nil
		}
		return false, false, err
	}
	if active {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.checked == nil {
			m.checked = map[string]time.Time{}
		}
		m.checked[name] = at
	}
	return active, true, nil
}

var client = http.Client{Timeout: 5 * time.Second}

func (m *Manager) ask(s *Session) (bool, error) {
	question := map[string]any{"userId": s.UserID, "epoch": s.Epoch}
	if s.PasskeyID != "" {
		question["passkeyId"] = s.PasskeyID
	}
	body, err := json.Marshal(question)
	if err != nil {
		return false, err
	}
	request, err := http.NewRequest("POST", m.BaseURL+"/fido2/v2/mgmt/session/verify", bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+m.APIKey)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("the service responded with %s", response.Status)
	}
	var state struct{ Active *bool }
	if err := json.NewDecoder(response.Body).Decode(&state); err != nil {
		return false, err
	}
	if state.Active == nil {
		return false, errors.New("the response isn't one of the service")
	}
	return *state.Active, nil
}

func (m *Manager) setCookie(w http.ResponseWriter, s *Session) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	salt := make([]byte, 16)
	rand.Read(salt)
	aead, nonce, err := derive(m.Secrets[0], salt)
	if err != nil {
		return err
	}
	sealed := aead.Seal(append([]byte{1}, salt...), nonce, text, m.place())
	left := time.Until(time.Unix(s.Started, 0).Add(absolute))
	http.SetCookie(w, m.cookie(m.name(), base64.RawURLEncoding.EncodeToString(sealed), min(idle, left)))
	return nil
}

// open returns the session of the cookie, whether or not it ended. Of two
// sessions in one request, another host planted one.
func (m *Manager) open(r *http.Request) *Session {
	var found *Session
	for at, cookie := range r.CookiesNamed(m.name()) {
		s := m.unseal(cookie.Value)
		switch {
		case at >= 4 || s != nil && found != nil && s.ID != found.ID:
			return nil
		case s != nil && (found == nil || s.Renewed > found.Renewed):
			found = s
		}
	}
	return found
}

func (m *Manager) unseal(value string) *Session {
	sealed, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || len(sealed) < 34 || sealed[0] != 1 {
		return nil
	}
	for _, secret := range m.Secrets {
		aead, nonce, err := derive(secret, sealed[1:17])
		if err != nil {
			return nil
		}
		if text, err := aead.Open(nil, nonce, sealed[17:], m.place()); err == nil {
			s := &Session{}
			if json.Unmarshal(text, s) != nil {
				return nil
			}
			return s
		}
	}
	return nil
}

// derive returns the cipher and the nonce of one cookie.
func derive(secret string, salt []byte) (cipher.AEAD, []byte, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), salt, "thumbturn session v1", 44)
	if err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(key[:32])
	if err != nil {
		return nil, nil, err
	}
	aead, err := cipher.NewGCM(block)
	return aead, key[32:], err
}

func (m *Manager) place() []byte { return []byte(m.AppID + " " + m.name()) }

func (m *Manager) name() string {
	if m.Insecure {
		return "session"
	}
	return "__Host-session"
}

func (m *Manager) readEnded(r *http.Request) []string {
	cookie, err := r.Cookie(m.name() + "-ended")
	if err != nil {
		return nil
	}
	return strings.Split(cookie.Value, ".")
}

func (m *Manager) cookie(name, value string, life time.Duration) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: !m.Insecure, SameSite: http.SameSiteLaxMode,
	}
}
