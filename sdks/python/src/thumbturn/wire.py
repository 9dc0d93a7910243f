"""
Requests and responses of the API, with the names of its fields.

Written by tools/generate.py from packages/contract; change the contract instead.
"""

from __future__ import annotations

from typing import Any, Literal

from ._typing import NotRequired, TypedDict


class AaguidBlacklist(TypedDict):
    """`AaguidBlacklist` of the API."""

    items: list[AaguidBlacklistItem]


class AaguidBlacklistItem(TypedDict):
    """`AaguidBlacklistItem` of the API."""

    aaguid: str
    """The AAGUID of an authenticator model, ignoring case, with or without hyphens."""
    auth: bool
    """Whether sign-ins with this model are blocked."""
    reg: bool
    """Whether registrations with this model are blocked."""


class AaguidMetadata(TypedDict):
    """`AaguidMetadata` of the API."""

    id: str
    """The AAGUID."""
    name: str
    iconLight: str
    """An image for a light background, as a data: URI."""
    iconDark: str
    """An image for a dark background, as a data: URI."""
    icon_light: str
    """An image for a light background, as a data: URI."""
    icon_dark: str
    """An image for a dark background, as a data: URI."""


class ApplicationEvent(TypedDict):
    """An event of the application."""

    eventId: str
    """The type, of the event registry."""
    msg: str
    """A description of the type."""
    severity: Literal["info", "notice", "warning", "critical"]
    """How important it is, least important first."""
    uuid: str
    """Sorts by time."""
    timestamp: int
    """Milliseconds since 1970."""
    appId: str
    userId: NotRequired[str]
    username: NotRequired[str]
    """The username of the user at the time of the response; absent in exports, and of deleted users."""
    passkeyId: NotRequired[str]
    deviceId: NotRequired[str]
    srcAddr: NotRequired[str]
    """The client address, or its keyed hash."""
    traceId: NotRequired[str]
    """X-Trace-Id of the call."""
    responseTimeUsec: NotRequired[int]
    """Microseconds from the start of the call to the event."""
    reason: NotRequired[str]
    """Why, in a few words."""
    detail: NotRequired[dict[str, Any]]
    """Facts about the event."""


class AuthenticatorSelection(TypedDict):
    """`AuthenticatorSelection` of the API."""

    authenticatorAttachment: NotRequired[Literal["platform", "cross-platform"]]
    requireResidentKey: NotRequired[bool]
    residentKey: NotRequired[Literal["required", "preferred", "discouraged"]]
    userVerification: NotRequired[Literal["required", "preferred", "discouraged"]]


class BackendSession(TypedDict):
    """`BackendSession` of the API."""

    userId: str
    """The token's `sub`."""
    epoch: NotRequired[int | None]
    """The token's `epoch`; 0 without one."""
    passkeyId: NotRequired[str | None]
    """The token's `credID`, or its `via`."""


class CreationExtensions(TypedDict):
    """The setting `extensions`; `payment` only if `passkeyOptions.payment` asked for it."""

    credProps: NotRequired[bool]
    credentialProtectionPolicy: NotRequired[Literal["userVerificationOptional", "userVerificationOptionalWithCredentialIDList", "userVerificationRequired"]]
    enforceCredentialProtectionPolicy: NotRequired[bool]
    minPinLength: NotRequired[bool]
    largeBlob: NotRequired[CreationExtensionsLargeBlob]
    prf: NotRequired[dict[str, Any]]
    payment: NotRequired[CreationExtensionsPayment]


class CreationExtensionsLargeBlob(TypedDict):
    """`CreationExtensionsLargeBlob` of the API."""

    support: Literal["preferred"]


class CreationExtensionsPayment(TypedDict):
    """`CreationExtensionsPayment` of the API."""

    isPayment: Literal[True]


class CreationOptions(TypedDict):
    """PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3."""

    rp: CreationOptionsRp
    user: CreationOptionsUser
    challenge: str
    """32 random bytes, base64url."""
    pubKeyCredParams: list[CreationOptionsPubKeyCredParams]
    timeout: int
    """Milliseconds."""
    excludeCredentials: list[PubKeyCredentialDescriptor]
    authenticatorSelection: AuthenticatorSelection
    attestation: Literal["none", "indirect", "direct", "enterprise"]
    hints: NotRequired[list[Literal["security-key", "client-device", "hybrid"]]]
    """The setting `hints`; absent where it is empty."""
    extensions: CreationExtensions


class CreationOptionsPubKeyCredParams(TypedDict):
    """`CreationOptionsPubKeyCredParams` of the API."""

    type: Literal["public-key"]
    alg: int


class CreationOptionsRp(TypedDict):
    """`CreationOptionsRp` of the API."""

    id: str
    name: str


class CreationOptionsUser(TypedDict):
    """`CreationOptionsUser` of the API."""

    id: str
    """The user id; decode it as base64url."""
    name: str
    """The username, cut to 64 bytes of UTF-8."""
    displayName: str
    """Cut likewise."""


class Device(TypedDict):
    """`Device` of the API."""

    createdAt: str
    """When it was first seen."""
    deviceId: str
    """The device ID."""
    lastUsedAt: str
    """When a user last signed in on it."""
    name: str
    """A description of the device."""


class DeviceInfo(TypedDict):
    """Device details reported by the client; not trusted."""

    clientName: NotRequired[str]
    clientType: NotRequired[str]
    """browser, webview or other."""
    clientVersion: NotRequired[str]
    deviceId: NotRequired[str]
    """The deviceId of an earlier token response."""
    hasBluetooth: NotRequired[bool]
    lastUsedAt: NotRequired[str]
    osArch: NotRequired[str]
    osName: NotRequired[str]
    osVersion: NotRequired[str]
    screenHeight: NotRequired[float]
    screenWidth: NotRequired[float]
    webauthnCapabilities: NotRequired[str | dict[str, Any]]
    """Capability flags of the browser, as an object or as JSON text."""


class DiscoverRequest(TypedDict):
    """`DiscoverRequest` of the API."""

    user: UserLogin
    userAgent: str
    """The User-Agent header of the user's browser."""
    deviceInfo: NotRequired[DeviceInfo]
    """Device details reported by the client; not trusted. What does not fit is left out."""
    trustItems: NotRequired[TrustItems]
    """Compact JWS values that identify a device, a merchant page or a wallet. What does not fit is left out."""
    traceId: NotRequired[Any]
    """What the caller calls this call. What does not fit is left out."""


class Discovery(TypedDict):
    """`Discovery` of the API."""

    matchResult: Literal["UserNotFound", "NoAuthMethod", "CrossAuth", "PasskeyLikely", "PasskeyFound"]
    """What to offer, by the discovery rules of the documentation."""
    userId: NotRequired[str]
    """The user, where there is one."""
    session: NotRequired[str]
    """For auth/complete or reg/complete, as the options are."""
    authRequestOptions: NotRequired[RequestOptions]
    regRequestOptions: NotRequired[CreationOptions]
    lastLoginDeviceId: NotRequired[str]
    """The device of the last sign-in."""
    lastLoginTs: NotRequired[str]
    """When that was."""
    traceId: str
    """Names this call in log and events; what the caller named it, where it did."""


class EmailChange(TypedDict):
    """`EmailChange` of the API."""

    email: str
    """Exactly one email address."""
    secondary: NotRequired[bool | None]
    """Whether to use the secondary contact of its kind instead of the primary one."""
    requestVerification: NotRequired[bool | None]
    """Whether to send a code to the contact, and use the contact only once the user has verified the code; otherwise your backend asserts the contact. Always true with a user token."""


class EmailDeletion(TypedDict):
    """`EmailDeletion` of the API."""

    email: NotRequired[str | None]
    """Exactly one email address."""
    secondary: NotRequired[bool | None]
    """Whether to use the secondary contact of its kind instead of the primary one."""


class EventFilter(TypedDict):
    """Selects events; times in RFC 3339."""

    type: NotRequired[str]
    """The beginning of the type."""
    user: NotRequired[str]
    """Only events of this user."""
    passkey: NotRequired[str]
    """Only events of this passkey."""
    device: NotRequired[str]
    """Only events of this device."""
    address: NotRequired[str]
    """Only events of calls from this address; its keyed hash if events are pseudonymized."""
    traceId: NotRequired[str]
    """Only events of this call."""
    reason: NotRequired[str]
    """The beginning of the reason."""
    detail: NotRequired[str]
    """A fact of the detail as `name:value`; without a value, only events that lack it."""
    severity: NotRequired[Literal["info", "notice", "warning", "critical"]]
    """How important it is, least important first."""
    since: NotRequired[str]
    """Only events from this time on."""
    until: NotRequired[str]
    """Only events before this time."""


class ExternalAuthToken(TypedDict):
    """`ExternalAuthToken` of the API."""

    token: str


class FoundPasskey(TypedDict):
    """`FoundPasskey` of the API."""

    id: str
    """The passkey ID."""
    aaguid: str
    """The authenticator model."""
    name: str
    createdAt: str
    """When it was registered."""
    createdFromDeviceId: NotRequired[str]
    """The device where it was registered, unless that device was deleted."""
    lastUsedAt: NotRequired[str]
    """When the user last signed in with it."""
    lastUsedFromDeviceId: NotRequired[str]
    """The device of that sign-in, unless that device was deleted."""
    providerName: NotRequired[str]
    """The name of the authenticator model, if known."""
    passkeyId: str
    """The same as id."""


class GrantToken(TypedDict):
    """`GrantToken` of the API."""

    token: str


class Group(TypedDict):
    """`Group` of the API."""

    id: str
    """The group."""
    name: str
    """The name, unique ignoring case, without commas, semicolons, and vertical bars."""
    description: NotRequired[str]
    """The purpose of the group."""
    claims: dict[str, Any]
    version: int
    """Increases with every change."""
    createdAt: str
    """When it was created."""
    updatedAt: str
    """When it was last changed."""


class GroupMember(TypedDict):
    """`GroupMember` of the API."""

    userId: str
    """The user."""
    username: str
    """The username."""
    displayName: str
    """The display name."""


class GroupMembers(TypedDict):
    """`GroupMembers` of the API."""

    members: list[GroupMember]
    next: NotRequired[str]
    """Send it back as `after` for the next page."""


class GroupRequest(TypedDict):
    """`GroupRequest` of the API."""

    name: str
    """The name, unique ignoring case, without commas, semicolons, and vertical bars."""
    description: NotRequired[str | None]
    """The purpose of the group."""
    claims: NotRequired[dict[str, Any] | None]
    """Claims by name, each any JSON. Together at most 4 kB; names that OpenID Connect or JWT define are rejected. Clients get those that their settings name."""


class Groups(TypedDict):
    """`Groups` of the API."""

    groups: list[Group]
    next: NotRequired[str]
    """Send it back as `after` for the next page."""


class HeldGroup(TypedDict):
    """`HeldGroup` of the API."""

    id: str
    """The group."""
    name: str
    """The name, unique ignoring case, without commas, semicolons, and vertical bars."""


class MfaTokens(TypedDict):
    """`MfaTokens` of the API."""

    idToken: str
    """The same as at the sign-in, with unchanged auth_time and amr."""
    accessToken: str
    """The new access token."""
    refreshToken: str
    """The next refresh token; the one that you sent is used up."""


class PasskeyInfo(TypedDict):
    """`PasskeyInfo` of the API."""

    id: str
    """The passkey ID."""
    aaguid: str
    """The authenticator model."""
    name: str
    createdAt: str
    """When it was registered."""
    createdFromDeviceId: NotRequired[str]
    """The device where it was registered, unless that device was deleted."""
    lastUsedAt: NotRequired[str]
    """When the user last signed in with it."""
    lastUsedFromDeviceId: NotRequired[str]
    """The device of that sign-in, unless that device was deleted."""
    providerName: NotRequired[str]
    """The name of the authenticator model, if known."""


class PhoneChange(TypedDict):
    """`PhoneChange` of the API."""

    phoneNumber: str
    """One international number that starts with + or 00, without an extension; spaces, hyphens, dots, slashes, and parentheses are ignored."""
    secondary: NotRequired[bool | None]
    """Whether to use the secondary contact of its kind instead of the primary one."""
    messagingConsent: NotRequired[bool | None]
    """Whether the user agreed to receive SMS."""
    requestVerification: NotRequired[bool | None]
    """Whether to send a code to the contact, and use the contact only once the user has verified the code; otherwise your backend asserts the contact. Always true with a user token."""


class PhoneDeletion(TypedDict):
    """`PhoneDeletion` of the API."""

    phoneNumber: NotRequired[str | None]
    """One international number that starts with + or 00, without an extension; spaces, hyphens, dots, slashes, and parentheses are ignored."""
    secondary: NotRequired[bool | None]
    """Whether to use the secondary contact of its kind instead of the primary one."""


class Profile(TypedDict):
    """`Profile` of the API."""

    name: NotRequired[str]
    """The full name; without it, programs get the display name."""
    givenName: NotRequired[str]
    """The given name."""
    familyName: NotRequired[str]
    """The family name."""
    nickname: NotRequired[str]
    """The nickname."""
    picture: NotRequired[str]
    """A picture of the user; begins with https://."""
    website: NotRequired[str]
    """The home page of the user."""
    locale: NotRequired[str]
    """The preferred language (BCP 47)."""
    zoneinfo: NotRequired[str]
    """The time zone (IANA)."""
    claims: dict[str, Any]
    version: int
    """Increases with every change; 0 if nothing was ever set."""
    updatedAt: NotRequired[str]
    """When it was last changed."""


class ProfileRequest(TypedDict):
    """`ProfileRequest` of the API."""

    name: NotRequired[str | None]
    """The full name; without it, programs get the display name."""
    givenName: NotRequired[str | None]
    """The given name."""
    familyName: NotRequired[str | None]
    """The family name."""
    nickname: NotRequired[str | None]
    """The nickname."""
    picture: NotRequired[str | None]
    """A picture of the user; begins with https://."""
    website: NotRequired[str | None]
    """The home page of the user."""
    locale: NotRequired[str | None]
    """The preferred language (BCP 47)."""
    zoneinfo: NotRequired[str | None]
    """The time zone (IANA)."""


class PubKeyCredentialDescriptor(TypedDict):
    """`PubKeyCredentialDescriptor` of the API."""

    type: Literal["public-key"]
    id: str
    """base64url."""
    transports: NotRequired[list[str]]


class RequestExtensions(TypedDict):
    """The setting `extensions`; absent where it has none for a sign-in."""

    largeBlob: NotRequired[RequestExtensionsLargeBlob]


class RequestExtensionsLargeBlob(TypedDict):
    """`RequestExtensionsLargeBlob` of the API."""

    read: bool


class RequestOptions(TypedDict):
    """PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3."""

    challenge: str
    """32 random bytes, base64url."""
    rpId: str
    allowCredentials: list[PubKeyCredentialDescriptor]
    """Empty for a sign-in by discoverable passkey."""
    timeout: int
    """Milliseconds."""
    userVerification: Literal["required", "preferred", "discouraged"]
    hints: NotRequired[list[Literal["security-key", "client-device", "hybrid"]]]
    """The setting `hints`; absent where it is empty."""
    extensions: NotRequired[RequestExtensions]


class SessionState(TypedDict):
    """`SessionState` of the API."""

    active: bool


class SharedDevice(TypedDict):
    """`SharedDevice` of the API."""

    createdAt: str
    """When it was first seen."""
    deviceId: str
    """The device ID."""
    lastUsedAt: str
    """When a user last signed in on it."""
    name: str
    """A description of the device."""
    deviceInfo: DeviceInfo
    """Device details reported by the client; not trusted. What does not fit is left out."""
    trustKeys: list[str]
    """The keys that the device has proven to hold with trust items, as JWK thumbprints (RFC 7638)."""
    userIds: list[str]
    """All users who signed in with this device ID, the most recent first. Clients choose the ID, so it proves nothing; everything else comes from its first user."""
    passkeyIds: list[str]
    """Passkeys that were created or last used on this device."""


class Transaction(TypedDict):
    """`Transaction` of the API."""

    txId: str
    """The transaction."""
    userId: str
    """Who confirmed it."""
    username: str
    """Their login name at that time."""
    txType: Literal["raw"]
    """How to read the payload; raw: as the text it is."""
    txPayload: str
    """What the user confirms: any text of at most 4,000 bytes in UTF-8."""
    nonce: str
    """The client's own number, used once a user; a UUID does."""
    lNonce: str
    """The server's nonce: 32 random bytes, base64url."""
    txHash: str
    """base64url of SHA-256 over txPayload, nonce and lNonce, joined as text."""
    passkeyId: str
    """The passkey that signed."""
    createdAt: str
    """When it was completed."""
    confirmedBy: NotRequired[Literal["payment"]]
    """The browser showed payee and amount (Secure Payment Confirmation). Absent: the page did."""


class TrustItems(TypedDict):
    """Compact JWS values that identify a device, a merchant page or a wallet."""

    auth: NotRequired[str]
    merchant: NotRequired[str]
    wallet: NotRequired[str]


class UserGroups(TypedDict):
    """`UserGroups` of the API."""

    groups: list[HeldGroup]
    """The groups of the user, sorted by name."""


class UserInfo(TypedDict):
    """`UserInfo` of the API."""

    userId: str
    """The user, also the token's `sub`."""
    usernames: list[str]
    """The username, and every email address and phone number that the user has verified."""


class UserLogin(TypedDict):
    """`UserLogin` of the API."""

    username: str
    """The username, or an email address or phone number that the user has verified; empty for a sign-in by discoverable passkey."""
    usernameType: NotRequired[Literal["email", "phone", "other"] | None]
    """What kind of name the username is."""


class UserLookup(TypedDict):
    """`UserLookup` of the API."""

    user: UserInfo
    devices: list[Device]
    passkeys: list[FoundPasskey]
