package thumbturn

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ResourceAccess is what a verified access token of an OpenID client allows (RFC 9068 §2.2).
type ResourceAccess struct {
	// ClientID is the OpenID client that sent the request.
	ClientID string
	// UserID is the user as the client knows them; "" if the client acts for itself.
	UserID string
	// Scopes include those that they imply.
	Scopes    []string
	ExpiresAt time.Time
	TokenID   string
	// SignedInAt is when the user signed in; zero if the client acts for itself.
	SignedInAt time.Time
	// Methods are how the user signed in (RFC 8176).
	Methods []string
	// ContextClass is "phr" or "phrh" after a sign-in with a passkey.
	ContextClass string
}

// HasScope reports whether the token allows this.
func (a *ResourceAccess) HasScope(scope string) bool { return slices.Contains(a.Scopes, scope) }

// verifyToken verifies an access token for the resource.
func (r *Resource) verifyToken(ctx context.Context, text string) (*token, error) {
	parsed, err := parseToken(text)
	if err != nil {
		return nil, err
	}
	if err := requireAccessType(parsed.header); err != nil {
		return nil, err
	}
	if err := r.requireResource(parsed.claims); err != nil {
		return nil, err
	}
	if err := r.verifier.settings.requireIssuer(parsed.claims); err != nil {
		return nil, err
	}
	// The service signs with either.
	if err := r.verifier.verifySignature(ctx, parsed, "ES256", "RS256"); err != nil {
		return nil, err
	}
	if !isResourceToken(parsed.claims) {
		return nil, newError(CodeTokenMalformed, "The token lacks claims of an access token")
	}
	return parsed, nil
}

var accessType = regexp.MustCompile(`^(?i:(application/)?at\+jwt)$`)

// requireAccessType rejects other tokens of the application, such as ID tokens, which have another type (RFC 9068 §4).
func requireAccessType(header fields) error {
	if accessType.MatchString(header.text("typ")) {
		return nil
	}
	return newError(CodeTokenWrongType, fmt.Sprintf(
		"The token is of the type %s, not at+jwt: send the access token of an OpenID client", header.quote("typ")))
}

func (r *Resource) requireResource(claims fields) error {
	own := r.metadata.Resource
	list, _ := claims.texts("aud")
	if claims.text("aud") == own || slices.Contains(list, own) {
		return nil
	}
	return newError(CodeTokenWrongAudience, fmt.Sprintf(
		"The token is for %s, not %s: the client must ask for it with resource=%s", claims.quote("aud"), own, own))
}

func isResourceToken(claims fields) bool {
	_, hasTokenType := claims["tokenType"]
	_, isIssued := claims.number("iat")
	_, expires := claims.number("exp")
	_, isBound := claims["cnf"]
	_, hasThumbprint := claims.thumbprint()
	return !hasTokenType && isIssued && expires && (!isBound || hasThumbprint) && claims.isText("scope") &&
		claims.text("sub") != "" && claims.text("client_id") != "" && claims.text("jti") != ""
}

func (f fields) isText(name string) bool {
	var value *string
	return json.Unmarshal(f[name], &value) == nil && value != nil
}

// thumbprint returns that of the key that a token is bound to (RFC 9449 §6.1), and whether there is one.
func (f fields) thumbprint() (string, bool) {
	var binding fields
	if json.Unmarshal(f["cnf"], &binding) != nil {
		return "", false
	}
	return binding.text("jkt"), binding.isText("jkt")
}

func toResourceAccess(claims fields, scopes []string) *ResourceAccess {
	expires, _ := claims.number("exp")
	methods, _ := claims.texts("amr")
	access := &ResourceAccess{
		ClientID:     claims.text("client_id"),
		Scopes:       scopes,
		ExpiresAt:    toTime(expires),
		TokenID:      claims.text("jti"),
		Methods:      methods,
		ContextClass: claims.text("acr"),
	}
	if signedIn, isUser := claims.number("auth_time"); isUser {
		access.UserID, access.SignedInAt = claims.text("sub"), toTime(signedIn)
	}
	return access
}

// addImplied returns the scopes of a token with those that they imply.
func (r *Resource) addImplied(scope string) []string {
	var scopes []string
	open := strings.Fields(scope)
	for len(open) > 0 {
		name := open[0]
		open = open[1:]
		if !slices.Contains(scopes, name) {
			scopes = append(scopes, name)
			open = append(open, r.implied[name]...)
		}
	}
	return scopes
}

func requireScopes(scopes, needed []string) error {
	var missing []string
	for _, scope := range needed {
		if !slices.Contains(scopes, scope) {
			missing = append(missing, scope)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return newError(CodeTokenMissingScope, fmt.Sprintf(
		"The token lacks %s: the client must ask for it, and the user must allow it", strings.Join(missing, ", ")))
}
