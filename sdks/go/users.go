package thumbturn

import (
	"context"
	"net/url"
)

// Users are the users of the application.
type Users struct{ settings *settings }

func userParam(userID string) map[string]string { return map[string]string{"userId": userID} }

// Find finds a user by username or verified contact, with passkeys and devices. Scope user:read.
func (u *Users) Find(ctx context.Context, username string) (*FoundUser, error) {
	return fetch[FoundUser](ctx, u.settings.call("userFind"), input{query: url.Values{"username": {username}}})
}

// Delete deletes the user with all their data, at once. Scope user:write.
func (u *Users) Delete(ctx context.Context, userID string) error {
	return u.settings.call("userDelete").run(ctx, input{params: userParam(userID)})
}

// SignOut signs the user out everywhere: all tokens and sessions stop working at once. Passkeys stay. Scope user:write.
func (u *Users) SignOut(ctx context.Context, userID string) error {
	return u.settings.call("userSignOut").run(ctx, input{params: userParam(userID)})
}

// DeletePasskeys deletes every passkey of the user, and signs the user out. Scope passkey:write.
func (u *Users) DeletePasskeys(ctx context.Context, userID string) error {
	return u.settings.call("userPasskeysDelete").run(ctx, input{params: userParam(userID)})
}

// DeleteDevices deletes every device of the user. Passkeys and tokens stay. Scope user:write.
func (u *Users) DeleteDevices(ctx context.Context, userID string) error {
	return u.settings.call("userDevicesDelete").run(ctx, input{params: userParam(userID)})
}

// FindProfile returns profile and custom claims. Scope user:read.
func (u *Users) FindProfile(ctx context.Context, userID string) (*Profile, error) {
	return fetch[Profile](ctx, u.settings.call("userProfileShow"), input{params: userParam(userID)})
}

// SetProfile replaces all fields of the profile, but not the custom claims. Scope user:write.
func (u *Users) SetProfile(ctx context.Context, userID string, profile ProfileRequest) (*Profile, error) {
	return fetch[Profile](ctx, u.settings.call("userProfileReplace"), input{params: userParam(userID), body: profile})
}

// SetClaims replaces all custom claims. Scope user:write.
func (u *Users) SetClaims(ctx context.Context, userID string, claims map[string]any) (*Profile, error) {
	if claims == nil {
		claims = map[string]any{}
	}
	body := map[string]any{"claims": claims}
	return fetch[Profile](ctx, u.settings.call("userClaimsReplace"), input{params: userParam(userID), body: body})
}

type heldGroups struct {
	Groups []HeldGroup `json:"groups"`
}

// ListGroups returns the groups that the user is in, sorted by name. Scope group:read.
func (u *Users) ListGroups(ctx context.Context, userID string) ([]HeldGroup, error) {
	return u.fetchGroups(ctx, "userGroupsList", input{params: userParam(userID)})
}

// SetGroups puts the user into the groups with these names, and takes them out of all others. Scope group:write.
func (u *Users) SetGroups(ctx context.Context, userID string, names []string) ([]HeldGroup, error) {
	body := map[string]any{"groups": toList(names)}
	return u.fetchGroups(ctx, "userGroupsSet", input{params: userParam(userID), body: body})
}

func (u *Users) fetchGroups(ctx context.Context, call string, in input) ([]HeldGroup, error) {
	held, err := fetch[heldGroups](ctx, u.settings.call(call), in)
	if err != nil {
		return nil, err
	}
	return held.Groups, nil
}
