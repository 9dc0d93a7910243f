package thumbturn

import (
	"encoding/json"
	"time"
)

// DiscoverRequest has the user and the device to find a way to sign in for.
type DiscoverRequest struct {
	User DiscoverUser `json:"user"`
	// UserAgent is the header of the browser's request.
	UserAgent  string      `json:"userAgent"`
	DeviceInfo *DeviceInfo `json:"deviceInfo,omitempty"`
	TrustItems *TrustItems `json:"trustItems,omitempty"`
	// TraceID is what you call this call.
	TraceID string `json:"traceId,omitempty"`
}

// DiscoverUser is the user who signs in.
type DiscoverUser struct {
	Username string `json:"username"`
	// UsernameType is email, phone, or other; empty for any.
	UsernameType string `json:"usernameType,omitempty"`
}

// TrustItems are what the client kept from an earlier sign-in.
type TrustItems struct {
	Auth     string `json:"auth,omitempty"`
	Merchant string `json:"merchant,omitempty"`
	Wallet   string `json:"wallet,omitempty"`
}

// MatchResult says how a user can sign in on a device.
type MatchResult string

// Results of a discovery.
const (
	MatchUserNotFound  MatchResult = "UserNotFound"
	MatchNoAuthMethod  MatchResult = "NoAuthMethod"
	MatchCrossAuth     MatchResult = "CrossAuth"
	MatchPasskeyLikely MatchResult = "PasskeyLikely"
	MatchPasskeyFound  MatchResult = "PasskeyFound"
)

// Discovery says how the user can sign in. Optional fields are empty.
type Discovery struct {
	MatchResult MatchResult `json:"matchResult"`
	UserID      string      `json:"userId,omitempty"`
	Session     string      `json:"session,omitempty"`
	// AuthRequestOptions are the options of a sign-in, which your page passes to the browser.
	AuthRequestOptions json.RawMessage `json:"authRequestOptions,omitempty"`
	// RegRequestOptions are the options of a registration, which your page passes to the browser.
	RegRequestOptions json.RawMessage `json:"regRequestOptions,omitempty"`
	LastLoginDeviceID string          `json:"lastLoginDeviceId,omitempty"`
	LastLoginTime     time.Time       `json:"lastLoginTs,omitzero"`
	TraceID           string          `json:"traceId"`
}
