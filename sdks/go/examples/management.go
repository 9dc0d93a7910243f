package examples

import (
	"context"
	"errors"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// DeleteLostPasskeys deletes every passkey of a user who lost a
// device. It returns how many there were.
func DeleteLostPasskeys(
	ctx context.Context, username string,
) (int, error) {
	found, err := client.Users.Find(ctx, username)
	if errors.Is(err, thumbturn.CodeNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	err = client.Users.DeletePasskeys(ctx, found.User.UserID)
	return len(found.Passkeys), err
}
