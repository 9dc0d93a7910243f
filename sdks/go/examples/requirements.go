package examples

import (
	"context"
	"time"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// RequirePasskeyScope accepts a user who signed in with a passkey
// and can rename passkeys.
func RequirePasskeyScope(ctx context.Context, token string) error {
	scope := thumbturn.ScopePasskeyWrite
	_, err := client.VerifyToken(ctx, token, &thumbturn.VerifyOptions{
		Scopes:  []thumbturn.UserScope{scope},
		Passkey: true,
	})
	return err
}

// RequireRecentSignIn accepts a sign-in of the last five minutes.
// Only the ID token has the time of the sign-in.
func RequireRecentSignIn(ctx context.Context, idToken string) error {
	options := &thumbturn.VerifyIDOptions{MaxAge: 5 * time.Minute}
	_, err := client.VerifyIDToken(ctx, idToken, options)
	return err
}
