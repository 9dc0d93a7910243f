// Package verify verifies access tokens of Thumbturn.
package verify

import (
	"context"
	"errors"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/time/rate"
)

type Verifier struct {
	keys   keyfunc.Keyfunc
	parser *jwt.Parser
}

type accessClaims struct {
	jwt.RegisteredClaims
	TokenType string `json:"tokenType"`
}

// NewVerifier fetches the keys every five minutes until ctx is done. An
// unknown key ID causes another fetch, at most every 30 seconds.
func NewVerifier(ctx context.Context, baseURL, appID string) (*Verifier, error) {
	urls := []string{baseURL + "/fido2/v2/.well-known/jwks.json"}
	keys, err := keyfunc.NewDefaultOverrideCtx(ctx, urls, keyfunc.Override{
		RefreshInterval:   5 * time.Minute,
		RefreshUnknownKID: rate.NewLimiter(rate.Every(30*time.Second), 1),
		RateLimitWaitMax:  5 * time.Second,
		HTTPTimeout:       5 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{"ES256"}),
		jwt.WithIssuer(baseURL),
		jwt.WithAudience(appID),
		jwt.WithExpirationRequired(),
	)
	return &Verifier{keys, parser}, nil
}

// VerifyToken returns the user ID, or an error if the token isn't valid.
func (v *Verifier) VerifyToken(ctx context.Context, token string) (string, error) {
	var claims accessClaims
	_, err := v.parser.ParseWithClaims(token, &claims, v.keys.KeyfuncCtx(ctx))
	if err != nil {
		return "", err
	}
	if claims.TokenType != "jwtAccess" || claims.Subject == "" {
		return "", errors.New("the token isn't an access token")
	}
	return claims.Subject, nil
}
