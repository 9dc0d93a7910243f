package examples

import "context"

// IdentifyUser returns the user ID of an access token.
func IdentifyUser(ctx context.Context, token string) (string, error) {
	claims, err := client.VerifyToken(ctx, token, nil)
	if err != nil {
		return "", err
	}
	return claims.Subject, nil
}
