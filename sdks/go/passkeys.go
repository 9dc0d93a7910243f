package thumbturn

import "context"

// Passkeys are those of any user.
type Passkeys struct{ settings *settings }

func passkeyParam(passkeyID string) map[string]string {
	return map[string]string{"passkeyId": passkeyID}
}

// Find returns a passkey. Scope passkey:read.
func (p *Passkeys) Find(ctx context.Context, passkeyID string) (*Passkey, error) {
	return fetch[Passkey](ctx, p.settings.call("anyPasskeyShow"), input{params: passkeyParam(passkeyID)})
}

// Rename renames a passkey. Scope passkey:write.
func (p *Passkeys) Rename(ctx context.Context, passkeyID, name string) error {
	body := map[string]string{"passkeyName": name}
	return p.settings.call("anyPasskeyRename").run(ctx, input{params: passkeyParam(passkeyID), body: body})
}

// Delete deletes the passkey and ends its tokens. Scope passkey:write.
func (p *Passkeys) Delete(ctx context.Context, passkeyID string) error {
	return p.settings.call("anyPasskeyDelete").run(ctx, input{params: passkeyParam(passkeyID)})
}
