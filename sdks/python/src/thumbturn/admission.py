"""What middleware needs: the token of a request, and the response that rejects the request."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import ErrorCode, ThumbturnError


@dataclass(frozen=True)
class TokenRequirements:
    """The requests to admit."""

    scopes: Sequence[str] = ()
    """Scopes that the access token must have."""
    passkey: bool = False
    """Requires a sign-in with a passkey; a code or a backend assertion is not enough."""
    cookie: str | None = None
    """Name of a cookie that can also carry the token, besides `Authorization: Bearer`; make it `SameSite`."""
    remotely: bool = False
    """Verifies each token by a call to the service, so that a deleted user or passkey counts at once; requires an API key."""
    on_rejected: Callable[[ThumbturnError], object] | None = None
    """Receives the exact reason for each rejected request, for your log."""

    def __post_init__(self) -> None:
        if isinstance(self.scopes, str):
            raise ThumbturnError("invalid_options", f'scopes must be a list, such as ["{self.scopes}"]')


@dataclass(frozen=True)
class Rejection:
    """The JSON response to a request that is rejected."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]


def read_bearer(authorization: str | None) -> str:
    """The token of an Authorization header, or an empty text. RFC 9110 §11.1: the scheme is case-insensitive."""
    found = re.fullmatch(r"bearer +([^\s]+) *", authorization or "", re.IGNORECASE)
    return found[1] if found else ""


def choose_token(authorization: str | None, cookies: Mapping[str, str], requirements: TokenRequirements) -> str:
    """The token of a request, or an empty text. A cookie counts only if the requirements name it."""
    in_cookie = "" if requirements.cookie is None else cookies.get(requirements.cookie, "")
    return read_bearer(authorization) or in_cookie


_JSON = {"content-type": "application/json; charset=utf-8", "cache-control": "no-store"}

_INSUFFICIENT_CODES: tuple[ErrorCode, ...] = ("token_missing_scope", "token_without_passkey")


def create_rejection(error: ThumbturnError) -> Rejection:
    """RFC 6750 §3.1. The exact reason goes to the log only."""
    if not error.is_token_rejected:
        return _create_outage(error)
    if error.code in _INSUFFICIENT_CODES:
        challenge, message = 'Bearer error="insufficient_scope"', "This token does not allow that"
        return _create_challenge(403, challenge, {"msg": message, "msgCode": error.code})
    challenge = "Bearer" if error.code == "token_missing" else 'Bearer error="invalid_token"'
    message = "This needs a valid access token: sign in"
    return _create_challenge(401, challenge, {"msg": message, "msgCode": error.code})


def _create_challenge(status: int, challenge: str, body: Mapping[str, Any]) -> Rejection:
    return Rejection(status, {**_JSON, "www-authenticate": challenge}, body)


def _create_outage(error: ThumbturnError) -> Rejection:
    """The service is unreachable, or this backend is misconfigured: the user's sign-in may still be valid."""
    body = {"msg": "Sign-ins cannot be verified right now: try again", "msgCode": "server_error"}
    return Rejection(503, {**_JSON, "retry-after": f"{error.retry_after or 5:g}"}, body)
