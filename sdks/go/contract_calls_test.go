package thumbturn

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
)

var userScopes = []UserScope{
	ScopePasskeyRead, ScopePasskeyWrite, ScopeProfileRead, ScopeProfileWrite, ScopeRegWrite, ScopeAuthWrite,
}

var serviceScopes = []ServiceScope{
	ScopeAuthRegister, ScopeAuthLogin, ScopeAuthLoginRestricted, ScopeAuthTemporary, ScopeTxCreate, ScopeCodesGenerate,
	ScopeCodesAuthorize, ScopeCodesInvalidate, ScopeCodesSelfGenerate, ScopeCredentialsList, ScopeCredentialsRename,
	ScopeCredentialsRevoke, ScopeCredentialsAdd, ScopeCredentialsForceAdd, ScopeCredentialsAddRecovery,
	ScopeCredentialsReplace, ScopeUsersCreate, ScopeUsersList, ScopeUsersRetrieve, ScopeUsersDelete, ScopeUsersActivate,
	ScopeUsersDeactivate, ScopeUsersEmailVerificationDispatch,
}

// madeCall makes a call with a request that has every field of the contract.
type madeCall struct {
	t       *testing.T
	ctx     context.Context
	client  *Client
	request []byte
}

// read parses the request, or a part of it.
func read[Value any](c madeCall) Value {
	return parse[Value](c.t, c.request)
}

// contractCalls makes each call, and returns what the SDK made of the response.
var contractCalls = map[string]func(madeCall) (any, error){
	"grantCreate": func(c madeCall) (any, error) {
		r := read[struct {
			Username string
			Grants   []UserScope
		}](c)
		return withToken(c.client.Grant(c.ctx, r.Username, r.Grants...))
	},
	"externalAuthGrant": func(c madeCall) (any, error) {
		return withToken(c.client.GrantExternalAuth(c.ctx, read[map[string]string](c)["username"]))
	},
	"tokenVerify": func(c madeCall) (any, error) {
		_, err := c.client.VerifyTokenRemotely(c.ctx, read[map[string]string](c)["jwtAccess"])
		return nil, err
	},
	"sessionVerify": func(c madeCall) (any, error) {
		active, err := c.client.IsSessionActive(c.ctx, read[BackendSession](c))
		return object{"active": active}, err
	},
	"discover": func(c madeCall) (any, error) { return c.client.Discover(c.ctx, read[DiscoverRequest](c)) },
	"mfaRefresh": func(c madeCall) (any, error) {
		return c.client.Refresh(c.ctx, read[map[string]string](c)["refreshToken"])
	},
	"userFind":           func(c madeCall) (any, error) { return c.client.Users.Find(c.ctx, "username") },
	"userDelete":         func(c madeCall) (any, error) { return nil, c.client.Users.Delete(c.ctx, "userId") },
	"userSignOut":        func(c madeCall) (any, error) { return nil, c.client.Users.SignOut(c.ctx, "userId") },
	"userDevicesDelete":  func(c madeCall) (any, error) { return nil, c.client.Users.DeleteDevices(c.ctx, "userId") },
	"userPasskeysDelete": func(c madeCall) (any, error) { return nil, c.client.Users.DeletePasskeys(c.ctx, "userId") },
	"userProfileShow":    func(c madeCall) (any, error) { return c.client.Users.FindProfile(c.ctx, "userId") },
	"userProfileReplace": func(c madeCall) (any, error) {
		return c.client.Users.SetProfile(c.ctx, "userId", read[ProfileRequest](c))
	},
	"userClaimsReplace": func(c madeCall) (any, error) {
		return c.client.Users.SetClaims(c.ctx, "userId", read[map[string]map[string]any](c)["claims"])
	},
	"userGroupsList": func(c madeCall) (any, error) {
		groups, err := c.client.Users.ListGroups(c.ctx, "userId")
		return object{"groups": groups}, err
	},
	"userGroupsSet": func(c madeCall) (any, error) {
		groups, err := c.client.Users.SetGroups(c.ctx, "userId", read[map[string][]string](c)["groups"])
		return object{"groups": groups}, err
	},
	"deviceShow":     func(c madeCall) (any, error) { return c.client.Devices.Find(c.ctx, "deviceId") },
	"deviceDelete":   func(c madeCall) (any, error) { return nil, c.client.Devices.Delete(c.ctx, "deviceId") },
	"anyPasskeyShow": func(c madeCall) (any, error) { return c.client.Passkeys.Find(c.ctx, "passkeyId") },
	"anyPasskeyRename": func(c madeCall) (any, error) {
		return nil, c.client.Passkeys.Rename(c.ctx, "passkeyId", read[map[string]string](c)["passkeyName"])
	},
	"anyPasskeyDelete": func(c madeCall) (any, error) { return nil, c.client.Passkeys.Delete(c.ctx, "passkeyId") },
	"transactionFind":  func(c madeCall) (any, error) { return c.client.Transactions.Find(c.ctx, "txId") },
	"aaguidFind":       func(c madeCall) (any, error) { return c.client.Authenticators.Find(c.ctx, "aaguid") },
	"blacklistRead": func(c madeCall) (any, error) {
		items, err := c.client.Authenticators.ListBlocked(c.ctx)
		return object{"items": items}, err
	},
	"blacklistMerge": func(c madeCall) (any, error) {
		return nil, c.client.Authenticators.Block(c.ctx, read[blockedModels](c).Items...)
	},
	"blacklistRemove": func(c madeCall) (any, error) {
		return nil, c.client.Authenticators.Unblock(c.ctx, read[map[string][]string](c)["aaguids"]...)
	},
	"blacklistClear": func(c madeCall) (any, error) { return nil, c.client.Authenticators.UnblockAll(c.ctx) },
	"groupsList": func(c madeCall) (any, error) {
		group, err := first(c.client.Groups.List(c.ctx))
		return object{"groups": []Group{group}}, err
	},
	"groupCreate": func(c madeCall) (any, error) { return c.client.Groups.Create(c.ctx, read[GroupRequest](c)) },
	"groupReplace": func(c madeCall) (any, error) {
		return c.client.Groups.Replace(c.ctx, "groupId", read[GroupRequest](c))
	},
	"groupDelete": func(c madeCall) (any, error) { return nil, c.client.Groups.Delete(c.ctx, "groupId") },
	"groupMembersList": func(c madeCall) (any, error) {
		member, err := first(c.client.Groups.ListMembers(c.ctx, "groupId"))
		return object{"members": []GroupMember{member}}, err
	},
	"groupMembersAdd": func(c madeCall) (any, error) {
		return nil, c.client.Groups.AddMembers(c.ctx, "groupId", read[map[string][]string](c)["userIds"]...)
	},
	"groupMemberRemove": func(c madeCall) (any, error) {
		return nil, c.client.Groups.RemoveMember(c.ctx, "groupId", "userId")
	},
	"profileEmailSet": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.SetEmail(c.ctx, "id", read[EmailChange](c))
	},
	"profileEmailDelete": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.DeleteEmail(c.ctx, "id", read[EmailDeletion](c))
	},
	"profilePhoneSet": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.SetPhone(c.ctx, "id", read[PhoneChange](c))
	},
	"profilePhoneDelete": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.DeletePhone(c.ctx, "id", read[PhoneDeletion](c))
	},
	"profileEmailVerify": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.VerifyEmail(c.ctx, read[ContactVerification](c))
	},
	"profilePhoneVerify": func(c madeCall) (any, error) {
		return nil, c.client.Contacts.VerifyPhone(c.ctx, read[ContactVerification](c))
	},
}

func withToken(token string, err error) (any, error) { return object{"token": token}, err }

// omissions are fields that backends don't need: the address names the application, iterators read all pages, and the icons
// are there twice.
var omissions = map[string][]string{
	"discover":           {"app"},
	"mfaRefresh":         {"app"},
	"profileEmailVerify": {"app", "usernameType"},
	"profilePhoneVerify": {"app", "usernameType"},
	"groupsList":         {"next"},
	"groupMembersList":   {"next"},
	"aaguidFind":         {"icon_light", "icon_dark"},
}

// sampleOf returns nil without a schema.
func (c contract) sampleOf(id string, schema object) any {
	if schema == nil {
		return nil
	}
	sample := c.sample(schema).(object)
	for _, name := range omissions[id] {
		delete(sample, name)
	}
	return sample
}

func TestCallsHaveEveryFieldOfTheContract(t *testing.T) {
	api := readContract(t, "current")
	for id, call := range contractCalls {
		t.Run(id, func(t *testing.T) {
			found, wanted := api.find(t, id)
			request, response := api.sampleOf(id, found.RequestBody.schema()), api.sampleOf(id, found.response())
			if id == "tokenVerify" {
				request = object{"jwtAccess": unsignedToken(t, object{})}
			}
			service := startRecorder(t, response)
			client := newTestClient(t, Options{BaseURL: service.URL, AppID: "shop", APIKey: "key"})
			result, err := call(madeCall{t, t.Context(), client, mustMarshal(t, request)})
			if err != nil {
				t.Fatal(err)
			}
			requireEqual(t, toJSON(t, result), response)
			requireEqual(t, service.body, request)
			service.requireCall(t, id, wanted)
		})
	}
}

func requireEqual(t *testing.T, actual, expected any) {
	t.Helper()
	if !reflect.DeepEqual(actual, expected) {
		t.Errorf("got      %v\ninstead of %v", actual, expected)
	}
}

// recorder is a service that always sends the same response.
type recorder struct {
	*httptest.Server
	method, path, authorization string
	body                        any
}

func startRecorder(t *testing.T, response any) *recorder {
	t.Helper()
	result := &recorder{}
	result.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		result.method, result.path, result.authorization = r.Method, r.URL.Path, r.Header.Get("Authorization")
		if text, _ := io.ReadAll(r.Body); len(text) > 0 {
			result.body = parse[any](t, text)
		}
		if response == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(response)
	}))
	t.Cleanup(result.Close)
	return result
}

// requireCall compares the path, whose parameters have their names as values, and the key.
func (r *recorder) requireCall(t *testing.T, id string, wanted route) {
	t.Helper()
	path := "/apps/shop/fido2/v2" + strings.NewReplacer("{", "", "}", "").Replace(wanted.path)
	key := "Bearer key"
	if callsWithoutKey[id] {
		key = ""
	}
	if r.method != wanted.method || r.path != path || r.authorization != key {
		t.Errorf("sent %s %s with %q instead of %s %s with %q", r.method, r.path, r.authorization, wanted.method, path, key)
	}
}

func TestEventsHaveEveryFieldOfTheContract(t *testing.T) {
	api := readContract(t, "admin")
	list, _ := api.find(t, "eventsList")
	page := api.sampleOf("groupsList", list.response())
	service := startRecorder(t, page)
	client := newTestClient(t, Options{BaseURL: service.URL, AppID: "shop", AdminKey: "key"})
	event, err := first(client.Events.List(t.Context(), nil))
	if err != nil {
		t.Fatal(err)
	}
	requireEqual(t, toJSON(t, object{"events": []Event{event}}), page)
	if service.path != "/admin/v1/applications/shop/events" || service.authorization != "Bearer key" {
		t.Errorf("sent %s with %q", service.path, service.authorization)
	}
}
