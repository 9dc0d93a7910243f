package thumbturn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"slices"
	"strings"
	"time"
)

// ServiceTokenRequest has the rights of a first-generation service token.
type ServiceTokenRequest struct {
	// ClientID is the application ID.
	ClientID string
	// PrivateKey is the P-256 key whose public key is registered with the application (client-key add); ParsePrivateKey reads it.
	PrivateKey *ecdsa.PrivateKey
	// Scopes has the scope of the call, or several.
	Scopes []ServiceScope
	// Username restricts the token to this user.
	Username string
	// UserID restricts the token to this user.
	UserID string
	// TxPayload is the payload of a transaction (tx.create), byte for byte.
	TxPayload string
	// Now replaces the machine's clock.
	Now func() time.Time
}

type serviceClaims struct {
	ClientID    string `json:"client_id"`
	Scope       string `json:"scope"`
	Nonce       string `json:"nonce"`
	IssuedAt    int64  `json:"iat"`
	Username    string `json:"username,omitempty"`
	UserID      string `json:"user_id,omitempty"`
	PayloadHash string `json:"payload_hash,omitempty"`
}

// SignServiceToken signs a first-generation service token: valid for one call within five minutes. Send it as
// Authorization: Bearer.
func SignServiceToken(request ServiceTokenRequest) (string, error) {
	if slices.Contains(request.Scopes, ScopeTxCreate) != (request.TxPayload != "") {
		return "", invalidOptions("The scope tx.create signs TxPayload: pass both or neither")
	}
	if request.PrivateKey == nil || request.PrivateKey.Curve != elliptic.P256() {
		return "", notPrivateKeyError()
	}
	claims, err := json.Marshal(request.claims())
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"ES256","typ":"JWT"}`)) + "." + encode(claims)
	signature, err := signES256(request.PrivateKey, signed)
	if err != nil {
		return "", err
	}
	return signed + "." + encode(signature), nil
}

func (r ServiceTokenRequest) claims() serviceClaims {
	now := time.Now
	if r.Now != nil {
		now = r.Now
	}
	nonce := make([]byte, 16)
	// It never returns an error.
	_, _ = rand.Read(nonce)
	claims := serviceClaims{
		ClientID: r.ClientID,
		Scope:    joinScopes(r.Scopes),
		Nonce:    base64.RawURLEncoding.EncodeToString(nonce),
		IssuedAt: now().Unix(),
		Username: r.Username,
		UserID:   r.UserID,
	}
	if r.TxPayload != "" {
		hash := sha256.Sum256([]byte(r.TxPayload))
		claims.PayloadHash = base64.RawURLEncoding.EncodeToString(hash[:])
	}
	return claims
}

func joinScopes(scopes []ServiceScope) string {
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = string(scope)
	}
	return strings.Join(words, " ")
}

// ParsePrivateKey reads a private P-256 key in PEM (PKCS #8 or SEC 1) or as a JWK.
func ParsePrivateKey(text []byte) (*ecdsa.PrivateKey, error) {
	key := parsePEM(text)
	if key == nil {
		key = parsePrivateJWK(text)
	}
	if key == nil || key.Curve != elliptic.P256() {
		return nil, notPrivateKeyError()
	}
	return key, nil
}

// notPrivateKeyError has no cause, because a parser's message may quote the key.
func notPrivateKeyError() error {
	return invalidOptions("PrivateKey must be a private P-256 key, as PEM or JWK")
}

func parsePEM(text []byte) *ecdsa.PrivateKey {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil
	}
	if key, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
		return key
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil
	}
	key, _ := parsed.(*ecdsa.PrivateKey)
	return key
}

func parsePrivateJWK(text []byte) *ecdsa.PrivateKey {
	var given jwk
	if json.Unmarshal(text, &given) != nil || given.publicKey() == nil {
		return nil
	}
	secret, err := base64.RawURLEncoding.DecodeString(given.D)
	if err != nil {
		return nil
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret)
	if err != nil || !key.PublicKey.Equal(given.publicKey()) {
		return nil
	}
	return key
}
