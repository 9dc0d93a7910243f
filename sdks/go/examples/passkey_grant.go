package examples

import (
	"context"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// GrantPasskey returns a token with which the page can register a
// passkey for a user that your backend has authenticated.
func GrantPasskey(
	ctx context.Context, username string,
) (string, error) {
	return client.Grant(ctx, username, thumbturn.ScopeRegWrite)
}
