package thumbturn

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// TokenRequirements say which requests RequireToken admits.
type TokenRequirements struct {
	// Scopes that the token must have.
	Scopes []UserScope
	// Passkey requires a sign-in with a passkey; a code or a backend assertion is not enough.
	Passkey bool
	// Cookie is the name of a cookie that can also carry the token, besides Authorization: Bearer; make it SameSite.
	Cookie string
	// Remotely verifies each token by a call to the service, so that a deleted user or passkey counts at once; requires an API
	// key.
	Remotely bool
	// OnRejected receives the exact reason for each rejected request, for your log.
	OnRejected func(request *http.Request, err error)
}

type claimsKey struct{}

// ClaimsFromContext returns the claims of a request that RequireToken admitted.
func ClaimsFromContext(ctx context.Context) (*AccessClaims, bool) {
	claims, ok := ctx.Value(claimsKey{}).(*AccessClaims)
	return claims, ok
}

// RequireToken returns middleware that admits only requests with a valid access token, whose claims ClaimsFromContext returns.
// It responds with 401 without a valid token, with 403 to a token that doesn't meet the requirements, and with 503 if tokens
// can't be verified. Requirements can be nil.
func (c *Client) RequireToken(requirements *TokenRequirements) func(http.Handler) http.Handler {
	required := TokenRequirements{}
	if requirements != nil {
		required = *requirements
	}
	return guard[AccessClaims]{
		key:        claimsKey{},
		admit:      func(request *http.Request) (*AccessClaims, error) { return c.admit(request, required) },
		reject:     reject,
		onRejected: required.OnRejected,
	}.wrap
}

func (c *Client) admit(request *http.Request, required TokenRequirements) (*AccessClaims, error) {
	token := readToken(request, required.Cookie)
	options := &VerifyOptions{Scopes: required.Scopes, Passkey: required.Passkey}
	claims, err := c.VerifyToken(request.Context(), token, options)
	if err == nil && required.Remotely {
		_, err = c.VerifyTokenRemotely(request.Context(), token)
	}
	return onlyIf(err, claims)
}

// bearer matches the scheme in any case (RFC 9110 §11.1).
var bearer = regexp.MustCompile(`^(?i:bearer) +(\S+) *$`)

func readToken(request *http.Request, cookieName string) string {
	if found := bearer.FindStringSubmatch(request.Header.Get("Authorization")); found != nil {
		return found[1]
	}
	if cookieName == "" {
		return ""
	}
	cookie, err := request.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return cookie.Value
}

type rejection struct {
	Msg     string `json:"msg"`
	MsgCode Code   `json:"msgCode"`
}

// challenges are those of RFC 6750 §3.1. The exact reason goes to the log only.
var challenges = map[int]string{
	http.StatusUnauthorized: `Bearer error="invalid_token"`,
	http.StatusForbidden:    `Bearer error="insufficient_scope"`,
}

func reject(response http.ResponseWriter, err error) {
	var failure *Error
	// The service is unreachable, or this backend is misconfigured: the user's sign-in may still be valid.
	if !errors.As(err, &failure) || !IsTokenRejected(err) {
		response.Header().Set("Retry-After", formatRetryAfter(failure))
		respond(response, http.StatusServiceUnavailable,
			rejection{"Sign-ins cannot be verified right now: try again", CodeServerError})
		return
	}
	status, msg := http.StatusUnauthorized, "This needs a valid access token: sign in"
	if failure.Code == CodeTokenMissingScope || failure.Code == CodeTokenWithoutPasskey {
		status, msg = http.StatusForbidden, "This token does not allow that"
	}
	challenge := challenges[status]
	if failure.Code == CodeTokenMissing {
		challenge = "Bearer"
	}
	response.Header().Set("WWW-Authenticate", challenge)
	respond(response, status, rejection{msg, failure.Code})
}

const defaultRetryAfter = 5 * time.Second

func formatRetryAfter(failure *Error) string {
	if failure == nil || failure.RetryAfter == 0 {
		return strconv.Itoa(int(defaultRetryAfter.Seconds()))
	}
	return strconv.Itoa(int(failure.RetryAfter.Seconds()))
}

func respond(response http.ResponseWriter, status int, body rejection) {
	response.Header().Set("Content-Type", "application/json; charset=utf-8")
	response.Header().Set("Cache-Control", "no-store")
	response.WriteHeader(status)
	// The client may have closed the connection.
	_ = json.NewEncoder(response).Encode(body)
}
