"""Errors with a special meaning for one call."""

from __future__ import annotations

from .errors import ErrorCode


def map_verification_error(status: int, reason: str | None) -> ErrorCode | None:
    """The call responds with 401 to an invalid token and to an invalid key."""
    if status == 400:  # noqa: PLR2004
        return "token_malformed"
    return "token_rejected" if status == 401 and reason != "invalid_api_key" else None  # noqa: PLR2004


def map_refresh_error(status: int, _reason: str | None) -> ErrorCode | None:
    """401 is about the refresh token, and 403 about the setting."""
    codes: dict[int, ErrorCode] = {401: "token_rejected", 403: "not_enabled"}
    return codes.get(status)
