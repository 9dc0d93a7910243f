package examples

import "context"

// IdentifyActiveUser returns the user ID of an access token.
func IdentifyActiveUser(
	ctx context.Context, token string,
) (string, error) {
	claims, err := client.VerifyTokenRemotely(ctx, token)
	if err != nil {
		return "", err
	}
	return claims.Subject, nil
}
