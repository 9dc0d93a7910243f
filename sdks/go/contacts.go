package thumbturn

import "context"

// Contacts are those of users. Scope profile:write; verifications require none.
type Contacts struct{ settings *settings }

func contactParam(userID string) map[string]string { return map[string]string{"id": userID} }

// SetEmail sets an address that is used once it is verified, or at once if RequestVerification is false.
func (c *Contacts) SetEmail(ctx context.Context, userID string, change EmailChange) error {
	return c.settings.call("profileEmailSet").run(ctx, input{params: contactParam(userID), body: change})
}

// DeleteEmail deletes an address.
func (c *Contacts) DeleteEmail(ctx context.Context, userID string, deletion EmailDeletion) error {
	return c.settings.call("profileEmailDelete").run(ctx, input{params: contactParam(userID), body: deletion})
}

// SetPhone sets a number. Verification requires MessagingConsent.
func (c *Contacts) SetPhone(ctx context.Context, userID string, change PhoneChange) error {
	return c.settings.call("profilePhoneSet").run(ctx, input{params: contactParam(userID), body: change})
}

// DeletePhone deletes a number.
func (c *Contacts) DeletePhone(ctx context.Context, userID string, deletion PhoneDeletion) error {
	return c.settings.call("profilePhoneDelete").run(ctx, input{params: contactParam(userID), body: deletion})
}

// VerifyEmail verifies a new address by the code that was sent to it.
func (c *Contacts) VerifyEmail(ctx context.Context, verification ContactVerification) error {
	return c.settings.call("profileEmailVerify").run(ctx, input{body: verification})
}

// VerifyPhone verifies a new number by the code that was sent to it.
func (c *Contacts) VerifyPhone(ctx context.Context, verification ContactVerification) error {
	return c.settings.call("profilePhoneVerify").run(ctx, input{body: verification})
}
