package examples

import "context"

// AssertUser returns a token for performAction('external') on the page,
// after your backend has authenticated the user.
func AssertUser(
	ctx context.Context, username string,
) (string, error) {
	return client.GrantExternalAuth(ctx, username)
}
