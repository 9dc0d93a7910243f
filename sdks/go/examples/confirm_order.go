package examples

import (
	"context"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// Order is one of your records.
type Order struct{ ID, UserID, Payload string }

// ConfirmOrder returns an error unless the user confirmed the order.
func ConfirmOrder(
	ctx context.Context, token string, order Order,
) error {
	expected := thumbturn.ExpectedTransaction{
		Payload: order.Payload,
		Nonce:   order.ID,
		UserID:  order.UserID,
	}
	_, err := client.VerifyTransaction(ctx, token, expected)
	// Without an error, mark the order as paid if it's still open.
	return err
}
