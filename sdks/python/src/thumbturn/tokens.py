"""Verifies tokens. The keys come from the caller, so nothing here waits for the network."""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from .claims import TokenType, has_claims_for_type, is_time
from .errors import ErrorCode, ThumbturnError
from .options import Settings

MAX_LENGTH = 16_384
"""Maximum length of a token, which must fit into a header."""

_COMPACT_JWS = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
"""RFC 7515 §7.1; decoders are more lenient."""

_jws = jwt.PyJWS(algorithms=["ES256", "RS256"])

PublicKey: TypeAlias = EllipticCurvePublicKey | RSAPublicKey


class KeyName(NamedTuple):
    """Which key of the application signed a token."""

    id: str
    algorithm: str


@dataclass(frozen=True)
class Requirements:
    """Requirements beyond a valid token."""

    type: TokenType = "jwtAccess"
    scopes: Sequence[str] = ()
    passkey: bool = False
    max_age: float | None = None

    def __post_init__(self) -> None:
        if isinstance(self.scopes, str):
            raise ThumbturnError("invalid_options", f'scopes must be a list, such as ["{self.scopes}"]')


def read_key_name(settings: Settings, token: str) -> KeyName:
    """Rejects a token of another application before its key is fetched. Returns the name of that key."""
    header, claims = decode_unverified(token)
    _require_audience(settings, claims)
    require_issuer(settings, claims)
    return require_key_name(header, ("ES256",))


def require_key_name(header: dict[str, Any], algorithms: Sequence[str]) -> KeyName:
    """The key that a token names, and one of these algorithms."""
    if header.get("alg") not in algorithms:
        expected = " or ".join(algorithms)
        raise ThumbturnError("token_wrong_algorithm", f"The token is not signed with {expected}: reject it")
    if "crit" in header:
        raise ThumbturnError("token_malformed", "This is not a Thumbturn token")
    return KeyName(header["kid"], header["alg"])


def read_claims(token: str) -> dict[str, Any]:
    """The claims of a token that the service has verified."""
    return decode_unverified(token)[1]


def verify_signature(
    settings: Settings, token: str, name: KeyName, *, key: PublicKey, clock_offset: float
) -> dict[str, Any]:
    """Verifies signature and times. Read the name of the key first, which rejects tokens of others."""
    try:
        _jws.decode_complete(token, key, algorithms=[name.algorithm])
    except jwt.InvalidSignatureError as error:
        message = "The signature does not match: the token was changed or forged"
        raise ThumbturnError("token_bad_signature", message) from error
    except (jwt.PyJWTError, RecursionError) as error:
        raise ThumbturnError("token_malformed", "This is not a Thumbturn token") from error
    claims = read_claims(token)
    _require_times(settings, claims, clock_offset)
    return claims


def require_claims(settings: Settings, claims: dict[str, Any], requirements: Requirements) -> None:
    """Requires the type, and everything beyond a valid token."""
    _require_type(claims, requirements.type)
    _require_claims(claims, requirements, settings.now() - settings.clock_tolerance)


def decode_unverified(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims before the signature is verified: enough to reject a token, never to accept it."""
    if not isinstance(token, str) or token == "":
        raise ThumbturnError("token_missing", "There is no token: send it as Authorization: Bearer")
    try:
        header, claims = decode_parts(token)
        if not isinstance(header.get("kid"), str) or header["kid"] == "":
            raise ValueError("The token names no key")
    # A deeply nested array exceeds the recursion limit.
    except (ValueError, RecursionError) as error:
        message = 'This is not a Thumbturn token: send the JWT unchanged, without "Bearer"'
        raise ThumbturnError("token_malformed", message) from error
    return header, claims


def decode_parts(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims of a JWT. Raises ValueError or RecursionError."""
    if len(token) > MAX_LENGTH or not _COMPACT_JWS.fullmatch(token):
        raise ValueError("A token has three parts in base64url")
    header, claims = (_decode_part(part) for part in token.split(".")[:2])
    return header, claims


def _decode_part(part: str) -> dict[str, Any]:
    try:
        content = json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except binascii.Error as error:
        raise ValueError("A part is not base64url") from error
    if not isinstance(content, dict):
        raise ValueError("A part is not an object")
    return content


def _require_audience(settings: Settings, claims: dict[str, Any]) -> None:
    audience = claims.get("aud")
    if audience != settings.app_id:
        message = f"The token is for application {quote(audience)}, not {settings.app_id}: check app_id"
        raise ThumbturnError("token_wrong_audience", message)


def require_issuer(settings: Settings, claims: dict[str, Any]) -> None:
    """Raises ThumbturnError `token_wrong_issuer`."""
    issuer = claims.get("iss")
    if issuer not in settings.issuers:
        expected = " or ".join(settings.issuers)
        message = f"The token was issued by {quote(issuer)}, not {expected}: set issuer if that is your service"
        raise ThumbturnError("token_wrong_issuer", message)


def quote(claim: object) -> str:
    """Claims are untrusted and end up in logs, so they are cut to one short line."""
    try:
        return "none" if claim is None else json.dumps(claim)[:100]
    except RecursionError:
        return "a nested value"


def _require_times(settings: Settings, claims: dict[str, Any], clock_offset: float) -> None:
    now, tolerance = settings.now(), settings.clock_tolerance
    issued, expires, not_before = claims.get("iat"), claims.get("exp"), claims.get("nbf", 0)
    if not (is_time(issued) and is_time(expires) and is_time(not_before) and not_before <= now + tolerance):
        raise ThumbturnError("token_malformed", "The token lacks claims of its type")
    if expires <= now - tolerance:
        raise _create_expired_error(now, expires, clock_offset)
    if issued - now > tolerance:
        raise _create_clock_error(f"The token will be issued in {round(issued - now)} s", clock_offset)


def _create_expired_error(now: float, expires: float, clock_offset: float) -> ThumbturnError:
    # Expiry is judged by the service's clock.
    if now - clock_offset < expires:
        return _create_clock_error("The token has expired only by the clock of this machine", clock_offset)
    since = round(now - expires)
    message = f"The token expired {since} s ago: let the user sign in again, or refresh it"
    return ThumbturnError("token_expired", message)


def _create_clock_error(reason: str, clock_offset: float) -> ThumbturnError:
    seconds = round(clock_offset)
    direction = "behind" if seconds < 0 else "ahead of"
    problem = f"this machine's clock is {abs(seconds)} s {direction} the service's"
    return ThumbturnError("clock_off", f"{reason}: {problem}. Synchronize it (NTP), or raise clock_tolerance")


_TYPE_NAMES = {
    "jwtAccess": "an access token",
    "idToken": "an ID token",
    "mfaPayload": "a payload signature",
    "grant": "a grant, which does not prove a sign-in",
    "refreshToken": "a refresh token, which is for refresh() only",
    "externalAuth": "a backend assertion, which is for mfa/third-party/verify only",
}


def _describe_type(token_type: object) -> str:
    name = _TYPE_NAMES.get(token_type) if isinstance(token_type, str) else None
    return name or "of an unknown type"


def _require_type(claims: dict[str, Any], expected: TokenType) -> None:
    actual = claims.get("tokenType")
    if actual != expected:
        message = f"The token is {_describe_type(actual)}: send {_describe_type(expected)}"
        raise ThumbturnError("token_wrong_type", message)
    if not has_claims_for_type(expected, claims):
        raise ThumbturnError("token_malformed", "The token lacks claims of its type")


def _require_claims(claims: dict[str, Any], requirements: Requirements, now: float) -> None:
    missing = [scope for scope in requirements.scopes if scope not in claims.get("scopes", ())]
    if missing:
        message = f"The token lacks {', '.join(missing)}: let the user sign in with a passkey"
        raise ThumbturnError("token_missing_scope", message)
    if requirements.passkey and not claims.get("credID") and claims.get("acr") != "phr":
        message = "The user signed in without a passkey: let the user sign in with one"
        raise ThumbturnError("token_without_passkey", message)
    if requirements.max_age is not None:
        _require_recent(claims.get("auth_time"), requirements.max_age, now)


def _require_recent(auth_time: Any, max_age: float, now: float) -> None:
    code: ErrorCode = "token_too_old"
    if not is_time(auth_time):
        raise ThumbturnError(code, "Only ID tokens contain the time of the sign-in: verify the idToken of a flow")
    if now - auth_time > max_age:
        raise ThumbturnError(code, f"The sign-in was more than {max_age:g} s ago: let the user sign in again")
