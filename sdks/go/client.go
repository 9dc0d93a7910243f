package thumbturn

import (
	"context"
	"net/http"
)

// Client is the backend's view of one application. Create it with New.
type Client struct {
	Users          *Users
	Contacts       *Contacts
	Passkeys       *Passkeys
	Devices        *Devices
	Groups         *Groups
	Transactions   *Transactions
	Authenticators *Authenticators
	Events         *Events

	verifier
}

// New creates a client for one application. It makes no call until you use it.
func New(options Options) (*Client, error) {
	settings, err := newSettings(options)
	if err != nil {
		return nil, err
	}
	return &Client{
		Users:          &Users{settings},
		Contacts:       &Contacts{settings},
		Passkeys:       &Passkeys{settings},
		Devices:        &Devices{settings},
		Groups:         &Groups{settings},
		Transactions:   &Transactions{settings},
		Authenticators: &Authenticators{settings},
		Events:         &Events{settings},
		verifier:       newVerifier(settings),
	}, nil
}

// AppID is the ID of the application.
func (c *Client) AppID() string { return c.settings.appID }

// VerifyTokenRemotely verifies an access token by a call to the service, which also checks that its user and passkey still
// exist.
func (c *Client) VerifyTokenRemotely(ctx context.Context, token string) (*AccessClaims, error) {
	parsed, err := parseToken(token)
	if err != nil {
		return nil, err
	}
	body := map[string]string{"jwtAccess": token}
	if err := c.settings.call("tokenVerify").run(ctx, input{body: body, toCode: toVerificationCode}); err != nil {
		return nil, err
	}
	return readClaims[AccessClaims](parsed, TokenTypeAccess)
}

// toVerificationCode tells an invalid token from an invalid key, to both of which the call responds with 401.
func toVerificationCode(status int, reason string) Code {
	if status == http.StatusBadRequest {
		return CodeTokenMalformed
	}
	if status == http.StatusUnauthorized && reason != "invalid_api_key" {
		return CodeTokenRejected
	}
	return ""
}

// IsSessionActive reports whether a session that you started from an access token is still valid: the user exists and wasn't
// signed out everywhere since, and the passkey exists. Scope user:read.
func (c *Client) IsSessionActive(ctx context.Context, session BackendSession) (bool, error) {
	type state struct {
		Active bool `json:"active"`
	}
	found, err := fetch[state](ctx, c.settings.call("sessionVerify"), input{body: session})
	return err == nil && found.Active, err
}

type grantedToken struct {
	Token string `json:"token"`
}

// Grant returns a token, valid for a minute, that gives the page these scopes for the user; the API key must have each of them.
func (c *Client) Grant(ctx context.Context, username string, scopes ...UserScope) (string, error) {
	body := map[string]any{"username": username, "grants": toList(scopes)}
	return c.settings.call("grantCreate").fetchToken(ctx, input{body: body})
}

// GrantExternalAuth returns a backend assertion for the factor "external" of a flow: you have authenticated the user. Scope
// external:verify.
func (c *Client) GrantExternalAuth(ctx context.Context, username string) (string, error) {
	return c.settings.call("externalAuthGrant").fetchToken(ctx, input{body: map[string]string{"username": username}})
}

func (c caller) fetchToken(ctx context.Context, in input) (string, error) {
	granted, err := fetch[grantedToken](ctx, c, in)
	if err != nil {
		return "", err
	}
	return granted.Token, nil
}

// Refresh exchanges a refresh token, which works once, for new tokens.
func (c *Client) Refresh(ctx context.Context, refreshToken string) (*SessionTokens, error) {
	body := map[string]string{"refreshToken": refreshToken}
	return fetch[SessionTokens](ctx, c.settings.call("mfaRefresh"), input{body: body, toCode: toRefreshCode})
}

func toRefreshCode(status int, _ string) Code {
	return map[int]Code{http.StatusUnauthorized: CodeTokenRejected, http.StatusForbidden: CodeNotEnabled}[status]
}

// Discover finds out how a user can sign in on a device. Scope user:read.
func (c *Client) Discover(ctx context.Context, request DiscoverRequest) (*Discovery, error) {
	return fetch[Discovery](ctx, c.settings.call("discover"), input{body: request})
}

// toList turns nil, which JSON would write as null, into an empty list.
func toList[Item any](items []Item) []Item {
	if items == nil {
		return []Item{}
	}
	return items
}
