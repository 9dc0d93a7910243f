"""Verifies access tokens of OpenID clients for a resource. The keys come from the caller."""

from __future__ import annotations

import re
from typing import Any, cast

from ._typing import NotRequired, TypedDict
from .claims import is_time
from .errors import ThumbturnError
from .resource_options import ResourceSettings
from .tokens import KeyName, decode_unverified, quote, require_issuer, require_key_name


class ResourceClaims(TypedDict):
    """Claims of an access token for a resource (RFC 9068 §2.2); times in seconds since 1970."""

    iss: str
    """The application that issued it."""
    aud: str | list[str]
    """The resource. A client can get a token for several for itself."""
    sub: str
    """The user as the client knows them, or the client itself if it acts for itself."""
    client_id: str
    scope: str
    """Separated by spaces."""
    iat: float
    exp: float
    jti: str
    """Token ID."""
    auth_time: NotRequired[float]
    """When the user signed in; absent if the client acts for itself."""
    amr: NotRequired[list[str]]
    """How the user signed in (RFC 8176)."""
    acr: NotRequired[str]
    """`phr` or `phrh` after a sign-in with a passkey."""
    cnf: NotRequired[dict[str, Any]]
    """The key that the token is bound to (RFC 9449 §6.1)."""


_ALGORITHMS = ("ES256", "RS256")
"""The service signs with either."""


def read_resource_key(settings: ResourceSettings, token: str) -> KeyName:
    """Rejects a token of another kind, resource, or application before its key is fetched. Returns the name of that key."""
    header, claims = decode_unverified(token)
    _require_type(header.get("typ"))
    _require_audience(settings, claims.get("aud"))
    require_issuer(settings.client, claims)
    return require_key_name(header, _ALGORITHMS)


def _require_type(typ: object) -> None:
    """RFC 9068 §4. Other tokens of the application, such as ID tokens, have another type."""
    if isinstance(typ, str) and re.fullmatch(r"(application/)?at\+jwt", typ, re.IGNORECASE):
        return
    problem = f"The token is of the type {quote(typ)}, not at+jwt"
    raise ThumbturnError("token_wrong_type", f"{problem}: send the access token of an OpenID client")


def _require_audience(settings: ResourceSettings, audience: object) -> None:
    own = settings.audience
    if audience == own or (isinstance(audience, list) and own in audience):
        return
    problem = f"The token is for {quote(audience)}, not {own}"
    raise ThumbturnError("token_wrong_audience", f"{problem}: the client must ask for it with resource={own}")


def to_resource_claims(claims: dict[str, Any]) -> ResourceClaims:
    """The claims of a token whose signature was verified, if they are those of an access token."""
    texts = [claims.get(name) for name in ("sub", "client_id", "jti")]
    is_complete = (
        "tokenType" not in claims
        and all(isinstance(text, str) and text != "" for text in texts)
        and is_time(claims.get("iat"))
        and is_time(claims.get("exp"))
        and isinstance(claims.get("scope"), str)
        and ("cnf" not in claims or read_thumbprint(claims) is not None)
    )
    if not is_complete:
        raise ThumbturnError("token_malformed", "The token lacks claims of an access token")
    return cast("ResourceClaims", claims)


def read_thumbprint(claims: dict[str, Any] | ResourceClaims) -> str | None:
    """The thumbprint of the key that a token is bound to."""
    binding: object = claims.get("cnf")
    thumbprint = binding.get("jkt") if isinstance(binding, dict) else None
    return thumbprint if isinstance(thumbprint, str) else None
