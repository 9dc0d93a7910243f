"""The claims of each type of token."""

from __future__ import annotations

from typing import Any, Literal, TypeGuard

from ._typing import NotRequired, TypedDict

_MAX_TIME = 2**53
"""Larger integers aren't exact in JSON."""

TokenType = Literal["jwtAccess", "idToken", "mfaPayload"]
"""Types of tokens that a backend can verify: access token, ID token, and payload signature."""


class CommonClaims(TypedDict):
    """Claims of every token (RFC 7519); times in seconds since 1970."""

    iss: str
    """URL of the application."""
    aud: str
    """Application ID."""
    sub: str
    """User ID."""
    iat: float
    exp: float
    jti: str
    """Token ID."""
    rpId: str


class AccessClaims(CommonClaims):
    """An access token: proof of a sign-in."""

    tokenType: Literal["jwtAccess"]
    username: str
    scopes: list[str]
    credID: NotRequired[str]
    """The passkey used to sign in; absent after a sign-in with a code or a backend assertion."""
    amr: NotRequired[list[str]]
    """The methods of a sign-in without a passkey (RFC 8176)."""
    epoch: NotRequired[int]
    """How often the user had been signed out everywhere."""
    via: NotRequired[str]
    """The passkey whose user was shown the one-time code of this sign-in."""
    txHash: NotRequired[str]
    """Transactions only: base64url of SHA-256 over payload, nonce, and lNonce."""
    nonce: NotRequired[str]
    lNonce: NotRequired[str]
    confirmedBy: NotRequired[Literal["payment"]]
    """Transactions only: `payment` if the browser showed payee and amount; otherwise the page did."""


class IdClaims(CommonClaims):
    """An ID token (OpenID Connect Core §2): who signed in, when, and how."""

    tokenType: Literal["idToken"]
    username: str
    name: str
    auth_time: float
    """When the factors were verified; unchanged when tokens are refreshed."""
    amr: list[str]
    acr: NotRequired[Literal["phr"]]
    """`phr` if a passkey was among the factors."""


class AuthFactor(TypedDict):
    """A completed factor of a flow."""

    id: str
    val: str


class ContentSignature(TypedDict):
    """A passkey's assertion over a payload; anyone with the public key can verify it."""

    credentialId: str
    publicKey: str
    clientDataJSON: str
    authenticatorData: str
    signature: str
    txId: str
    txHash: str
    nonce: str
    lNonce: str


class PayloadClaims(CommonClaims):
    """The payload signature of a multi-factor flow: the completed factors and the signed payload."""

    tokenType: Literal["mfaPayload"]
    authFactors: dict[str, AuthFactor]
    """By `passkey`, `otpEmail`, `otpSms`, `external`, `deviceId`, or `trustId`."""
    content: NotRequired[str]
    contentSignatures: list[ContentSignature]


def has_claims_for_type(token_type: TokenType, claims: dict[str, Any]) -> bool:
    """Whether these are all claims of a token of this type."""
    is_common = all(_is_text(claims.get(name)) for name in ("sub", "jti")) and all(
        is_time(claims.get(name)) for name in ("iat", "exp")
    )
    return is_common and _has_own_claims(token_type, claims)


def _has_own_claims(token_type: TokenType, claims: dict[str, Any]) -> bool:
    if token_type == "mfaPayload":
        return isinstance(claims.get("authFactors"), dict) and isinstance(claims.get("contentSignatures"), list)
    if not _is_text(claims.get("username")):
        return False
    if token_type == "jwtAccess":
        return _is_text_list(claims.get("scopes"))
    return is_time(claims.get("auth_time")) and _is_text_list(claims.get("amr"))


def is_time(value: object) -> TypeGuard[float]:
    """
    Seconds since 1970. In Python, a bool is an int, and JSON can contain NaN, Infinity, and integers of any length.
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MAX_TIME


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)
