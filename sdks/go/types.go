package thumbturn

import (
	"encoding/json"
	"time"
)

// User identifies a user.
type User struct {
	UserID    string   `json:"userId"`
	Usernames []string `json:"usernames"`
}

// FoundUser is a user with passkeys and devices.
type FoundUser struct {
	User     User           `json:"user"`
	Devices  []Device       `json:"devices"`
	Passkeys []FoundPasskey `json:"passkeys"`
}

// FoundPasskey is a passkey of a found user.
type FoundPasskey struct {
	Passkey
	// PasskeyID equals ID.
	PasskeyID string `json:"passkeyId"`
}

// Passkey is a passkey as backends see it. Optional fields are empty.
type Passkey struct {
	ID                   string    `json:"id"`
	AAGUID               string    `json:"aaguid"`
	Name                 string    `json:"name"`
	CreatedAt            time.Time `json:"createdAt"`
	CreatedFromDeviceID  string    `json:"createdFromDeviceId,omitempty"`
	LastUsedAt           time.Time `json:"lastUsedAt,omitzero"`
	LastUsedFromDeviceID string    `json:"lastUsedFromDeviceId,omitempty"`
	ProviderName         string    `json:"providerName,omitempty"`
}

// Device is a device of a user.
type Device struct {
	DeviceID   string    `json:"deviceId"`
	Name       string    `json:"name"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
}

// SharedDevice is a device and its users.
type SharedDevice struct {
	Device
	DeviceInfo *DeviceInfo `json:"deviceInfo"`
	TrustKeys  []string    `json:"trustKeys"`
	UserIDs    []string    `json:"userIds"`
	PasskeyIDs []string    `json:"passkeyIds"`
}

// DeviceInfo has details that the client reported; they aren't trusted.
type DeviceInfo struct {
	ClientName    string `json:"clientName,omitempty"`
	ClientType    string `json:"clientType,omitempty"`
	ClientVersion string `json:"clientVersion,omitempty"`
	DeviceID      string `json:"deviceId,omitempty"`
	HasBluetooth  *bool  `json:"hasBluetooth,omitempty"`
	LastUsedAt    string `json:"lastUsedAt,omitempty"`
	OSArch        string `json:"osArch,omitempty"`
	OSName        string `json:"osName,omitempty"`
	OSVersion     string `json:"osVersion,omitempty"`
	// ScreenHeight is in pixels.
	ScreenHeight float64 `json:"screenHeight,omitempty"`
	// ScreenWidth is in pixels.
	ScreenWidth float64 `json:"screenWidth,omitempty"`
	// WebAuthnCapabilities is text or an object, as the client sent it.
	WebAuthnCapabilities json.RawMessage `json:"webauthnCapabilities,omitempty"`
}

// Transaction is a signed transaction.
type Transaction struct {
	TxID      string    `json:"txId"`
	UserID    string    `json:"userId"`
	Username  string    `json:"username"`
	TxType    string    `json:"txType"`
	TxPayload string    `json:"txPayload"`
	Nonce     string    `json:"nonce"`
	LNonce    string    `json:"lNonce"`
	TxHash    string    `json:"txHash"`
	PasskeyID string    `json:"passkeyId"`
	CreatedAt time.Time `json:"createdAt"`
	// ConfirmedBy is "payment" if the browser showed payee and amount; otherwise the page did.
	ConfirmedBy string `json:"confirmedBy,omitempty"`
}

// Group is a group of users.
type Group struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Claims      map[string]any `json:"claims"`
	Version     int            `json:"version"`
	CreatedAt   time.Time      `json:"createdAt"`
	UpdatedAt   time.Time      `json:"updatedAt"`
}

// GroupRequest has name, description, and custom claims of a group.
type GroupRequest struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Claims      map[string]any `json:"claims,omitempty"`
}

// GroupMember is a member of a group.
type GroupMember struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	DisplayName string `json:"displayName"`
}

// HeldGroup is a group that a user is in.
type HeldGroup struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ProfileRequest has all fields of a profile.
type ProfileRequest struct {
	Name       string `json:"name,omitempty"`
	GivenName  string `json:"givenName,omitempty"`
	FamilyName string `json:"familyName,omitempty"`
	Nickname   string `json:"nickname,omitempty"`
	Picture    string `json:"picture,omitempty"`
	Website    string `json:"website,omitempty"`
	Locale     string `json:"locale,omitempty"`
	Zoneinfo   string `json:"zoneinfo,omitempty"`
}

// Profile is the profile of a user, with custom claims.
type Profile struct {
	ProfileRequest
	Claims    map[string]any `json:"claims"`
	Version   int            `json:"version"`
	UpdatedAt time.Time      `json:"updatedAt,omitzero"`
}

// AuthenticatorModel has name and icons of an authenticator model.
type AuthenticatorModel struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	IconLight string `json:"iconLight"`
	IconDark  string `json:"iconDark"`
}

// BlockedModel is an authenticator model that the application blocks.
type BlockedModel struct {
	AAGUID string `json:"aaguid"`
	// Auth blocks sign-ins.
	Auth bool `json:"auth"`
	// Reg blocks registrations.
	Reg bool `json:"reg"`
}

// BackendSession is what you kept of an access token.
type BackendSession struct {
	// UserID is the token's Subject.
	UserID string `json:"userId"`
	// Epoch is the token's.
	Epoch int `json:"epoch,omitempty"`
	// PasskeyID is the token's, or its Via.
	PasskeyID string `json:"passkeyId,omitempty"`
}

// EmailChange is a new email address.
type EmailChange struct {
	Email     string `json:"email"`
	Secondary bool   `json:"secondary,omitempty"`
	// RequestVerification sends a code to the address, which is used once the code is verified; true by default.
	RequestVerification *bool `json:"requestVerification,omitempty"`
}

// PhoneChange is a new phone number.
type PhoneChange struct {
	PhoneNumber string `json:"phoneNumber"`
	Secondary   bool   `json:"secondary,omitempty"`
	// MessagingConsent says that the user agreed to get messages; verification requires it.
	MessagingConsent bool `json:"messagingConsent,omitempty"`
	// RequestVerification sends a code to the number, which is used once the code is verified; true by default.
	RequestVerification *bool `json:"requestVerification,omitempty"`
}

// EmailDeletion is the email address to delete; without an address, the primary one or, with Secondary, the secondary one.
type EmailDeletion struct {
	Email     string `json:"email,omitempty"`
	Secondary bool   `json:"secondary,omitempty"`
}

// PhoneDeletion is the phone number to delete; without a number, the primary one or, with Secondary, the secondary one.
type PhoneDeletion struct {
	PhoneNumber string `json:"phoneNumber,omitempty"`
	Secondary   bool   `json:"secondary,omitempty"`
}

// ContactVerification is the code that was sent to a new email address or phone number of a user.
type ContactVerification struct {
	Username string `json:"username"`
	Code     string `json:"authCode"`
}

// SessionTokens are the next tokens of a sign-in.
type SessionTokens struct {
	IDToken      string `json:"idToken"`
	AccessToken  string `json:"accessToken"`
	RefreshToken string `json:"refreshToken"`
}

// Event is an event of the application.
type Event struct {
	EventID  string `json:"eventId"`
	Msg      string `json:"msg"`
	Severity string `json:"severity"`
	UUID     string `json:"uuid"`
	// Timestamp is in milliseconds since 1970.
	Timestamp int64  `json:"timestamp"`
	AppID     string `json:"appId"`
	UserID    string `json:"userId,omitempty"`
	// Username is the user's at the time of the response; empty in webhooks, and for deleted users.
	Username         string         `json:"username,omitempty"`
	PasskeyID        string         `json:"passkeyId,omitempty"`
	DeviceID         string         `json:"deviceId,omitempty"`
	SrcAddr          string         `json:"srcAddr,omitempty"`
	TraceID          string         `json:"traceId,omitempty"`
	ResponseTimeUsec int64          `json:"responseTimeUsec,omitempty"`
	Reason           string         `json:"reason,omitempty"`
	Detail           map[string]any `json:"detail,omitempty"`
}

// Time is when the event happened.
func (e Event) Time() time.Time { return time.UnixMilli(e.Timestamp) }
