package thumbturn

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
)

// ExpectedTransaction is the transaction that the user was asked to confirm, from your own records: never from the page that
// sends the token.
type ExpectedTransaction struct {
	// Payload is the text to confirm.
	Payload string
	// Nonce is the one that you issued for this transaction; accept it once.
	Nonce string
	// UserID is the user who must have confirmed it (sub). An empty one is an error unless AnyUser is set.
	UserID string
	// AnyUser accepts every user of the application.
	AnyUser bool
}

// ExpectedPayload is the payload that the user was asked to sign in a multi-factor flow, from your own records.
type ExpectedPayload struct {
	// Payload is the text to sign; make each one unique, for example with an order number.
	Payload string
	// UserID is the user who must have signed it (sub). An empty one is an error unless AnyUser is set.
	UserID string
	// AnyUser accepts every user of the application.
	AnyUser bool
}

// VerifyTransaction verifies that the token of confirmTransaction confirms this transaction. Accept each nonce once.
func (c *Client) VerifyTransaction(ctx context.Context, token string, expected ExpectedTransaction) (*AccessClaims, error) {
	claims, err := c.VerifyToken(ctx, token, nil)
	if err == nil {
		err = claims.confirm(expected)
	}
	return onlyIf(err, claims)
}

// VerifyPayload verifies that the payloadSignature of a multi-factor flow signs this payload. Accept each payload once.
func (c *Client) VerifyPayload(ctx context.Context, payloadSignature string, expected ExpectedPayload) (*PayloadClaims, error) {
	claims, err := c.VerifyPayloadToken(ctx, payloadSignature)
	if err == nil {
		err = claims.confirm(expected)
	}
	return onlyIf(err, claims)
}

// confirm compares the nonce first: the hash covers the concatenation of payload, nonce, and lNonce, so it identifies the
// payload only if the nonce is equal, too.
func (claims *AccessClaims) confirm(expected ExpectedTransaction) error {
	if claims.TxHash == "" || claims.Nonce == "" || claims.LNonce == "" {
		return transactionMissingError("the token")
	}
	if err := requireUser(claims.Subject, expected.UserID, expected.AnyUser); err != nil {
		return err
	}
	if !isEqualText(claims.Nonce, expected.Nonce) {
		return newError(CodeTransactionWrongNonce, "The token confirms another transaction: reject it")
	}
	hash := sha256.Sum256([]byte(expected.Payload + claims.Nonce + claims.LNonce))
	if !isEqualText(claims.TxHash, base64.RawURLEncoding.EncodeToString(hash[:])) {
		return wrongPayloadError()
	}
	return nil
}

func (claims *PayloadClaims) confirm(expected ExpectedPayload) error {
	if claims.Content == nil || len(claims.ContentSignatures) == 0 {
		return transactionMissingError("the payload signature")
	}
	if err := requireUser(claims.Subject, expected.UserID, expected.AnyUser); err != nil {
		return err
	}
	if !isEqualText(*claims.Content, expected.Payload) {
		return wrongPayloadError()
	}
	return nil
}

func requireUser(subject, userID string, isAnyAllowed bool) error {
	if userID == "" && !isAnyAllowed {
		return invalidOptions("UserID is empty: pass the user who must have confirmed this, or set AnyUser")
	}
	if userID == "" || isEqualText(subject, userID) {
		return nil
	}
	return newError(CodeTransactionWrongUser, "Another user confirmed this: reject it")
}

// isEqualText compares in constant time for any lengths.
func isEqualText(a, b string) bool {
	one, other := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(one[:], other[:]) == 1
}

func transactionMissingError(name string) error {
	return newError(CodeTransactionMissing, "No passkey signed anything for "+name+": send the token of the confirmation")
}

func wrongPayloadError() error {
	return newError(CodeTransactionWrongPayload, "The user confirmed another text: reject it")
}
