package thumbturn

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

type route struct{ method, path string }

// routes lists every call of the current API that takes an API key, and three that take none, by operationId. profileDelete
// is the same as userDelete.
var routes = map[string]route{
	"grantCreate":        {"POST", "/mgmt/grant"},
	"externalAuthGrant":  {"POST", "/mgmt/grant/external-auth"},
	"tokenVerify":        {"POST", "/mgmt/token/verify"},
	"sessionVerify":      {"POST", "/mgmt/session/verify"},
	"discover":           {"POST", "/mgmt/discover"},
	"userFind":           {"GET", "/mgmt/users/find"},
	"userDelete":         {"DELETE", "/mgmt/users/{userId}"},
	"userSignOut":        {"POST", "/mgmt/users/{userId}/sign-out"},
	"userDevicesDelete":  {"DELETE", "/mgmt/users/{userId}/devices"},
	"userPasskeysDelete": {"DELETE", "/mgmt/users/{userId}/passkeys"},
	"deviceShow":         {"GET", "/mgmt/devices/{deviceId}"},
	"deviceDelete":       {"DELETE", "/mgmt/devices/{deviceId}"},
	"anyPasskeyShow":     {"GET", "/mgmt/passkeys/{passkeyId}"},
	"anyPasskeyRename":   {"PUT", "/mgmt/passkeys/{passkeyId}/rename"},
	"anyPasskeyDelete":   {"DELETE", "/mgmt/passkeys/{passkeyId}"},
	"transactionFind":    {"GET", "/mgmt/transactions/{txId}"},
	"aaguidFind":         {"GET", "/mgmt/aaguids/{aaguid}"},
	"blacklistRead":      {"GET", "/mgmt/aaguids/blacklist"},
	"blacklistMerge":     {"POST", "/mgmt/aaguids/blacklist"},
	"blacklistRemove":    {"DELETE", "/mgmt/aaguids/blacklist"},
	"blacklistClear":     {"DELETE", "/mgmt/aaguids/blacklist/clear"},
	"groupsList":         {"GET", "/mgmt/groups"},
	"groupCreate":        {"POST", "/mgmt/groups"},
	"groupReplace":       {"PUT", "/mgmt/groups/{groupId}"},
	"groupDelete":        {"DELETE", "/mgmt/groups/{groupId}"},
	"groupMembersList":   {"GET", "/mgmt/groups/{groupId}/members"},
	"groupMembersAdd":    {"POST", "/mgmt/groups/{groupId}/members"},
	"groupMemberRemove":  {"DELETE", "/mgmt/groups/{groupId}/members/{userId}"},
	"userGroupsList":     {"GET", "/mgmt/users/{userId}/groups"},
	"userGroupsSet":      {"PUT", "/mgmt/users/{userId}/groups"},
	"userProfileShow":    {"GET", "/mgmt/users/{userId}/profile"},
	"userProfileReplace": {"PUT", "/mgmt/users/{userId}/profile"},
	"userClaimsReplace":  {"PUT", "/mgmt/users/{userId}/claims"},
	"profileEmailSet":    {"POST", "/profile/{id}/email"},
	"profileEmailDelete": {"DELETE", "/profile/{id}/email"},
	"profilePhoneSet":    {"POST", "/profile/{id}/phone"},
	"profilePhoneDelete": {"DELETE", "/profile/{id}/phone"},
	"profileEmailVerify": {"POST", "/profile/email/verify"},
	"profilePhoneVerify": {"POST", "/profile/phone/verify"},
	"mfaRefresh":         {"POST", "/mfa/refresh"},
}

var callsWithoutKey = map[string]bool{"mfaRefresh": true, "profileEmailVerify": true, "profilePhoneVerify": true}

// input has the parts of a call that it needs.
type input struct {
	params map[string]string
	query  url.Values
	body   any
	toCode errorMapper
}

// nothing is the output of calls that respond with 204.
type nothing = struct{}

// caller makes calls of the current API with the client's API key.
type caller struct {
	settings *settings
	name     string
}

func (s *settings) call(name string) caller { return caller{s, name} }

// run makes a call that returns nothing.
func (c caller) run(ctx context.Context, in input) error {
	_, err := fetch[nothing](ctx, c, in)
	return err
}

// fetch makes a call and parses its response.
func fetch[Output any](ctx context.Context, c caller, in input) (*Output, error) {
	request, err := c.toRequest(in)
	if err != nil {
		return nil, err
	}
	response, err := c.settings.send(ctx, request)
	if err != nil {
		return nil, err
	}
	return parseOutput[Output](request, response)
}

func (c caller) toRequest(in input) (serviceRequest, error) {
	key := c.settings.apiKey
	if callsWithoutKey[c.name] {
		key = ""
	} else if key == "" {
		return serviceRequest{}, newError(CodeMissingAPIKey, c.name+" requires an API key: pass APIKey to thumbturn.New")
	}
	path, err := fillPath(routes[c.name].path, in.params)
	if err != nil {
		return serviceRequest{}, err
	}
	address := c.settings.application + "/fido2/v2" + path + toQueryString(in.query)
	return serviceRequest{method: routes[c.name].method, url: address, body: in.body, key: key, toCode: in.toCode}, nil
}

func parseOutput[Output any](request serviceRequest, response serviceResponse) (*Output, error) {
	result := new(Output)
	if response.body == nil {
		return result, nil
	}
	if err := json.Unmarshal(response.body, result); err != nil {
		problem := withoutQuery(request.url) + " has fields of other types than this version of the SDK knows: check BaseURL"
		return nil, (&Error{Code: CodeWrongBaseURL, Message: problem, Status: http.StatusOK}).withCause(err)
	}
	return result, nil
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// fillPath replaces the placeholders of a path. Empty segments and dots would change the path.
func fillPath(path string, params map[string]string) (filled string, err error) {
	filled = placeholder.ReplaceAllStringFunc(path, func(found string) string {
		name := strings.Trim(found, "{}")
		value := params[name]
		if value == "" || value == "." || value == ".." {
			err = newError(CodeInvalidRequest, fmt.Sprintf("%s must be an ID, not %q", name, value))
		}
		return url.PathEscape(value)
	})
	return filled, err
}

// toQueryString leaves out empty values.
func toQueryString(query url.Values) string {
	for name, values := range query {
		if values[0] == "" {
			query.Del(name)
		}
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}
