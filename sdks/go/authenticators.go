package thumbturn

import "context"

// Authenticators are models of authenticators, by AAGUID.
type Authenticators struct{ settings *settings }

// Find returns name and icons, if known. Any API key.
func (a *Authenticators) Find(ctx context.Context, aaguid string) (*AuthenticatorModel, error) {
	return fetch[AuthenticatorModel](ctx, a.settings.call("aaguidFind"), input{params: map[string]string{"aaguid": aaguid}})
}

type blockedModels struct {
	Items []BlockedModel `json:"items"`
}

// ListBlocked returns the models that the application blocks. Scope passkey:read.
func (a *Authenticators) ListBlocked(ctx context.Context) ([]BlockedModel, error) {
	blocked, err := fetch[blockedModels](ctx, a.settings.call("blacklistRead"), input{})
	if err != nil {
		return nil, err
	}
	return blocked.Items, nil
}

// Block blocks at most 100 models at once. It replaces existing entries of the same models. Scope passkey:write.
func (a *Authenticators) Block(ctx context.Context, models ...BlockedModel) error {
	return a.settings.call("blacklistMerge").run(ctx, input{body: blockedModels{toList(models)}})
}

// Unblock unblocks at most 100 models at once. Scope passkey:write.
func (a *Authenticators) Unblock(ctx context.Context, aaguids ...string) error {
	body := map[string]any{"aaguids": toList(aaguids)}
	return a.settings.call("blacklistRemove").run(ctx, input{body: body})
}

// UnblockAll unblocks every model. Scope passkey:write.
func (a *Authenticators) UnblockAll(ctx context.Context) error {
	return a.settings.call("blacklistClear").run(ctx, input{})
}
