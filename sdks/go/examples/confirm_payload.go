package examples

import (
	"context"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// ConfirmPayload takes the payloadSignature of a multi-factor flow.
// The payload contains the order number.
func ConfirmPayload(
	ctx context.Context, payloadSignature string, order Order,
) error {
	expected := thumbturn.ExpectedPayload{
		Payload: order.Payload,
		UserID:  order.UserID,
	}
	_, err := client.VerifyPayload(ctx, payloadSignature, expected)
	return err
}
