// Package thumbturn is the backend SDK of Thumbturn: verify tokens, issue grants, check what users confirmed, verify webhooks,
// and manage users and passkeys.
//
// Create one Client for the application with New, and share it: all of its methods are safe for concurrent use. It caches and
// renews the application's public keys.
//
// Every error is an *Error, whose code says what failed:
//
//	claims, err := client.VerifyToken(ctx, token, nil)
//	if errors.Is(err, thumbturn.CodeTokenExpired) {
//		// Let the user sign in again.
//	}
//
// Methods that find something return CodeNotFound if there is no match. If a context ends a call, the error is the context's.
package thumbturn
