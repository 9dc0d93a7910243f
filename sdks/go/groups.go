package thumbturn

import (
	"context"
	"iter"
	"maps"
	"net/url"
)

// Groups are groups of users.
type Groups struct{ settings *settings }

func groupParam(groupID string) map[string]string { return map[string]string{"groupId": groupID} }

type groupPage struct {
	Groups []Group `json:"groups"`
	Next   string  `json:"next"`
}

// List returns all groups, sorted by name; pages are fetched as you iterate. Scope group:read.
func (g *Groups) List(ctx context.Context) iter.Seq2[Group, error] {
	return iteratePages(func(after string) ([]Group, string, error) {
		page, err := fetch[groupPage](ctx, g.settings.call("groupsList"), input{query: url.Values{"after": {after}}})
		if err != nil {
			return nil, "", err
		}
		return page.Groups, page.Next, nil
	})
}

// Create creates a group. Scope group:write.
func (g *Groups) Create(ctx context.Context, group GroupRequest) (*Group, error) {
	return fetch[Group](ctx, g.settings.call("groupCreate"), input{body: group})
}

// Replace replaces name, description, and claims; members stay. Scope group:write.
func (g *Groups) Replace(ctx context.Context, groupID string, group GroupRequest) (*Group, error) {
	return fetch[Group](ctx, g.settings.call("groupReplace"), input{params: groupParam(groupID), body: group})
}

// Delete deletes a group. Its members stay users. Scope group:write.
func (g *Groups) Delete(ctx context.Context, groupID string) error {
	return g.settings.call("groupDelete").run(ctx, input{params: groupParam(groupID)})
}

type memberPage struct {
	Members []GroupMember `json:"members"`
	Next    string        `json:"next"`
}

// ListMembers returns the members of a group; pages are fetched as you iterate. Scope group:read.
func (g *Groups) ListMembers(ctx context.Context, groupID string) iter.Seq2[GroupMember, error] {
	return iteratePages(func(after string) ([]GroupMember, string, error) {
		in := input{params: groupParam(groupID), query: url.Values{"after": {after}}}
		page, err := fetch[memberPage](ctx, g.settings.call("groupMembersList"), in)
		if err != nil {
			return nil, "", err
		}
		return page.Members, page.Next, nil
	})
}

// AddMembers adds at most 100 users at once, all or none. Users who are members stay members. Scope group:write.
func (g *Groups) AddMembers(ctx context.Context, groupID string, userIDs ...string) error {
	body := map[string]any{"userIds": toList(userIDs)}
	return g.settings.call("groupMembersAdd").run(ctx, input{params: groupParam(groupID), body: body})
}

// RemoveMember does nothing if the user is no member. Scope group:write.
func (g *Groups) RemoveMember(ctx context.Context, groupID, userID string) error {
	params := groupParam(groupID)
	maps.Copy(params, userParam(userID))
	return g.settings.call("groupMemberRemove").run(ctx, input{params: params})
}

// iteratePages yields an error as its last pair.
func iteratePages[Item any](fetchPage func(after string) ([]Item, string, error)) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for after, isFirst := "", true; isFirst || after != ""; isFirst = false {
			items, next, err := fetchPage(after)
			if err != nil {
				yield(*new(Item), err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			after = next
		}
	}
}
