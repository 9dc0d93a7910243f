package thumbturn

import (
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// NumericDate is a time in a token: seconds since 1970 (RFC 7519 §2).
type NumericDate struct{ time.Time }

// MarshalJSON writes whole seconds.
func (d NumericDate) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, d.Unix(), 10), nil }

// UnmarshalJSON reads seconds, which can have fractions.
func (d *NumericDate) UnmarshalJSON(text []byte) error {
	var seconds float64
	if err := json.Unmarshal(text, &seconds); err != nil {
		return err
	}
	d.Time = toTime(seconds)
	return nil
}

// maxSeconds is the year 9999.
const maxSeconds = 253_402_300_799

func toTime(seconds float64) time.Time {
	whole, fraction := math.Modf(min(max(seconds, -maxSeconds), maxSeconds))
	return time.Unix(int64(whole), int64(fraction*1e9))
}

// TokenType tells tokens apart that are signed with the same keys.
type TokenType string

// Types of tokens that a backend can verify.
const (
	TokenTypeAccess  TokenType = "jwtAccess"
	TokenTypeID      TokenType = "idToken"
	TokenTypePayload TokenType = "mfaPayload"
)

// CommonClaims are in every token (RFC 7519).
type CommonClaims struct {
	// Issuer is the URL of the application.
	Issuer string `json:"iss"`
	// Audience is the application ID.
	Audience string `json:"aud"`
	// Subject is the user ID.
	Subject   string      `json:"sub"`
	IssuedAt  NumericDate `json:"iat"`
	ExpiresAt NumericDate `json:"exp"`
	// ID is the token ID.
	ID        string    `json:"jti"`
	RPID      string    `json:"rpId"`
	TokenType TokenType `json:"tokenType"`
}

// AccessClaims are the claims of an access token: proof of a sign-in.
type AccessClaims struct {
	CommonClaims
	Username string      `json:"username"`
	Scopes   []UserScope `json:"scopes"`
	// PasskeyID is the passkey used to sign in; empty after a sign-in with a code or a backend assertion.
	PasskeyID string `json:"credID,omitempty"`
	// Methods are those of a sign-in without a passkey (RFC 8176).
	Methods []string `json:"amr,omitempty"`
	// Epoch is how often the user had been signed out everywhere.
	Epoch int `json:"epoch,omitempty"`
	// Via is the passkey whose user was shown the one-time code of this sign-in.
	Via string `json:"via,omitempty"`
	// TxHash is in transactions only: base64url of SHA-256 over payload, Nonce, and LNonce.
	TxHash string `json:"txHash,omitempty"`
	Nonce  string `json:"nonce,omitempty"`
	LNonce string `json:"lNonce,omitempty"`
	// ConfirmedBy is in transactions only: "payment" if the browser showed payee and amount; otherwise the page did.
	ConfirmedBy string `json:"confirmedBy,omitempty"`
}

// IDClaims are the claims of an ID token (OpenID Connect Core §2): who signed in, when, and how.
type IDClaims struct {
	CommonClaims
	Username string `json:"username"`
	Name     string `json:"name"`
	// AuthTime is when the factors were verified; unchanged when tokens are refreshed.
	AuthTime NumericDate `json:"auth_time"`
	Methods  []string    `json:"amr"`
	// ContextClass is "phr" if a passkey was among the factors.
	ContextClass string `json:"acr,omitempty"`
}

// AuthFactor is a completed factor of a flow.
type AuthFactor struct {
	ID    string `json:"id"`
	Value string `json:"val"`
}

// ContentSignature is a passkey's assertion over a payload; anyone with the public key can verify it.
type ContentSignature struct {
	CredentialID      string `json:"credentialId"`
	PublicKey         string `json:"publicKey"`
	ClientDataJSON    string `json:"clientDataJSON"`
	AuthenticatorData string `json:"authenticatorData"`
	Signature         string `json:"signature"`
	TxID              string `json:"txId"`
	TxHash            string `json:"txHash"`
	Nonce             string `json:"nonce"`
	LNonce            string `json:"lNonce"`
}

// PayloadClaims are those of the payload signature of a multi-factor flow: the completed factors and the signed payload.
type PayloadClaims struct {
	CommonClaims
	// AuthFactors has the factors by their name: passkey, otpEmail, otpSms, external, deviceId, or trustId.
	AuthFactors map[string]AuthFactor `json:"authFactors"`
	// Content is the signed payload; nil if there was none.
	Content           *string            `json:"content,omitempty"`
	ContentSignatures []ContentSignature `json:"contentSignatures"`
}

// hasClaimsForType reports whether these are all claims of a token of this type.
func hasClaimsForType(tokenType TokenType, claims fields) bool {
	return claims.text("sub") != "" && claims.text("jti") != "" && claims.hasTime("iat") && claims.hasTime("exp") &&
		claimChecks[tokenType](claims)
}

var claimChecks = map[TokenType]func(fields) bool{
	TokenTypeAccess: func(claims fields) bool {
		_, hasScopes := claims.texts("scopes")
		return hasScopes && claims.text("username") != ""
	},
	TokenTypeID: func(claims fields) bool {
		_, hasMethods := claims.texts("amr")
		return hasMethods && claims.text("username") != "" && claims.hasTime("auth_time")
	},
	TokenTypePayload: func(claims fields) bool {
		var factors map[string]any
		var signatures []any
		return json.Unmarshal(claims["authFactors"], &factors) == nil &&
			json.Unmarshal(claims["contentSignatures"], &signatures) == nil && signatures != nil
	},
}

func (f fields) hasTime(name string) bool {
	value, isNumber := f.number(name)
	return isNumber && value >= 0
}
