package thumbturn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// VerifyOptions are requirements beyond a valid access token.
type VerifyOptions struct {
	// Scopes that the token must have.
	Scopes []UserScope
	// Passkey requires a sign-in with a passkey; a code or a backend assertion is not enough.
	Passkey bool
}

// VerifyIDOptions are requirements beyond a valid ID token.
type VerifyIDOptions struct {
	// Passkey requires a sign-in with a passkey; a code or a backend assertion is not enough.
	Passkey bool
	// MaxAge is the maximum time since the sign-in; 0 for none.
	MaxAge time.Duration
}

// VerifyToken verifies an access token with the application's public keys: ES256 only, the application's issuer and audience,
// not expired, and no other type of token. It requires no API key. Options can be nil.
func (c *Client) VerifyToken(ctx context.Context, token string, options *VerifyOptions) (*AccessClaims, error) {
	claims, err := verifyAs[AccessClaims](ctx, c, typedToken{token, TokenTypeAccess})
	if err == nil {
		err = claims.require(options)
	}
	return onlyIf(err, claims)
}

// VerifyIDToken verifies an ID token like an access token. Options can be nil.
func (c *Client) VerifyIDToken(ctx context.Context, token string, options *VerifyIDOptions) (*IDClaims, error) {
	claims, err := verifyAs[IDClaims](ctx, c, typedToken{token, TokenTypeID})
	if err == nil {
		err = claims.require(options, c.settings.now().Add(-c.settings.clockTolerance))
	}
	return onlyIf(err, claims)
}

// VerifyPayloadToken verifies the payload signature of a multi-factor flow like an access token, whatever the flow signed. Use
// VerifyPayload to compare it with the payload that you expect.
func (c *Client) VerifyPayloadToken(ctx context.Context, token string) (*PayloadClaims, error) {
	return verifyAs[PayloadClaims](ctx, c, typedToken{token, TokenTypePayload})
}

// onlyIf returns the claims only without an error, so that claims that don't meet the requirements can't be used.
func onlyIf[Claims any](err error, claims *Claims) (*Claims, error) {
	if err != nil {
		return nil, err
	}
	return claims, nil
}

type typedToken struct {
	text string
	kind TokenType
}

func verifyAs[Claims any](ctx context.Context, c *Client, given typedToken) (*Claims, error) {
	parsed, err := parseToken(given.text)
	if err != nil {
		return nil, err
	}
	if err := c.settings.requireAudience(parsed.claims); err != nil {
		return nil, err
	}
	if err := c.settings.requireIssuer(parsed.claims); err != nil {
		return nil, err
	}
	if err := c.verifySignature(ctx, parsed, "ES256"); err != nil {
		return nil, err
	}
	return readClaims[Claims](parsed, given.kind)
}

// readClaims returns the claims of a token of this type.
func readClaims[Claims any](parsed *token, kind TokenType) (*Claims, error) {
	if actual := parsed.claims.text("tokenType"); actual != string(kind) {
		return nil, wrongTypeError(actual, kind)
	}
	claims := new(Claims)
	if !hasClaimsForType(kind, parsed.claims) || parsed.claims.decode(claims) != nil {
		return nil, newError(CodeTokenMalformed, "The token lacks claims of its type")
	}
	return claims, nil
}

// verifier has the keys of an application.
type verifier struct {
	settings *settings
	keys     *keyCache
}

func newVerifier(settings *settings) verifier {
	return verifier{settings, &keyCache{settings: settings}}
}

// verifySignature verifies signature and times of a token that is signed with one of these algorithms.
func (v *verifier) verifySignature(ctx context.Context, parsed *token, algorithms ...string) error {
	if !slices.Contains(algorithms, parsed.alg()) {
		return newError(CodeTokenWrongAlgorithm, fmt.Sprintf(
			"The token is not signed with %s: reject it", strings.Join(algorithms, " or ")))
	}
	key, err := v.keys.find(ctx, keyName{parsed.kid(), parsed.alg()})
	if err != nil {
		return err
	}
	if key == nil {
		return newError(CodeTokenUnknownKey, fmt.Sprintf(
			"The token names a key that %s does not have: another service issued it", v.settings.application))
	}
	if !parsed.isSignedBy(key) {
		return newError(CodeTokenBadSignature, "The signature does not match: the token was changed or forged")
	}
	return v.requireTimes(parsed.claims)
}

// requireAudience rejects a token of another application before its key is fetched.
func (s *settings) requireAudience(claims fields) error {
	if claims.text("aud") == s.appID {
		return nil
	}
	return newError(CodeTokenWrongAudience, fmt.Sprintf(
		"The token is for application %s, not %s: check AppID", claims.quote("aud"), s.appID))
}

func (s *settings) requireIssuer(claims fields) error {
	if slices.Contains(s.issuers, claims.text("iss")) {
		return nil
	}
	return newError(CodeTokenWrongIssuer, fmt.Sprintf(
		"The token was issued by %s, not %s: set Issuer if that is your service",
		claims.quote("iss"), strings.Join(s.issuers, " or ")))
}

// maxQuoted limits claims in messages: they are untrusted and end up in logs.
const maxQuoted = 100

// quote returns a claim as one short line.
func (f fields) quote(name string) string {
	var line bytes.Buffer
	if json.Compact(&line, f[name]) != nil {
		return "none"
	}
	characters := []rune(line.String())
	return string(characters[:min(len(characters), maxQuoted)])
}

// requireTimes checks exp, nbf, and iat (RFC 7519 §4.1).
func (v *verifier) requireTimes(claims fields) error {
	exp, hasExp := claims.number("exp")
	nbf, _ := claims.number("nbf")
	iat, _ := claims.number("iat")
	now, tolerance := v.nowInSeconds(), v.settings.clockTolerance.Seconds()
	if _, isThere := claims["exp"]; isThere && !hasExp || nbf > now+tolerance {
		return newError(CodeTokenMalformed, "This is not a Thumbturn token")
	}
	if hasExp && exp <= math.Floor(now)-tolerance {
		return v.expiredError(exp)
	}
	if ahead := iat - now; ahead > tolerance {
		return v.clockError(fmt.Sprintf("The token will be issued in %.0f s", ahead))
	}
	return nil
}

func (v *verifier) nowInSeconds() float64 { return float64(v.settings.now().UnixMilli()) / 1000 }

// expiredError is judged by the service's clock.
func (v *verifier) expiredError(exp float64) error {
	if v.nowInSeconds()-v.keys.clockOffset().Seconds() < exp {
		return v.clockError("The token has expired only by the clock of this machine")
	}
	return newError(CodeTokenExpired, fmt.Sprintf(
		"The token expired %.0f s ago: let the user sign in again, or refresh it", v.nowInSeconds()-exp))
}

func (v *verifier) clockError(reason string) error {
	seconds := math.Round(v.keys.clockOffset().Seconds())
	direction := "ahead of"
	if seconds < 0 {
		direction = "behind"
	}
	return newError(CodeClockOff, fmt.Sprintf(
		"%s: this machine's clock is %.0f s %s the service's. Synchronize it (NTP), or raise ClockTolerance",
		reason, math.Abs(seconds), direction))
}

var tokenTypeNames = map[string]string{
	"jwtAccess":    "an access token",
	"idToken":      "an ID token",
	"mfaPayload":   "a payload signature",
	"grant":        "a grant, which does not prove a sign-in",
	"refreshToken": "a refresh token, which is for Refresh only",
	"externalAuth": "a backend assertion, which is for mfa/third-party/verify only",
}

func wrongTypeError(actual string, expected TokenType) error {
	name, isKnown := tokenTypeNames[actual]
	if !isKnown {
		name = "of an unknown type"
	}
	return newError(CodeTokenWrongType, fmt.Sprintf("The token is %s: send %s", name, tokenTypeNames[string(expected)]))
}
