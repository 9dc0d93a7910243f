package examples

import (
	"context"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// FindSignedInUser returns no user ID for an invalid token.
func FindSignedInUser(
	ctx context.Context, token string,
) (string, error) {
	claims, err := client.VerifyToken(ctx, token, nil)
	if thumbturn.IsTokenRejected(err) {
		return "", nil
	}
	if err != nil {
		// An unreachable service says nothing about the token,
		// so it must not sign the user out.
		return "", err
	}
	return claims.Subject, nil
}
