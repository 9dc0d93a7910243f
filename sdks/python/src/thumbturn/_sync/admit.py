# Written by tools/generate.py from _async/admit.py; change that file instead.
"""Verifies the access token of a request."""

from __future__ import annotations

from ..admission import Rejection, TokenRequirements, create_rejection
from ..claims import AccessClaims
from ..errors import ThumbturnError
from .client import Thumbturn


def admit(thumbturn: Thumbturn, token: str, requirements: TokenRequirements) -> AccessClaims | Rejection:
    """The claims of the token, or the response that rejects the request."""
    try:
        claims = thumbturn.verify_token(token, scopes=requirements.scopes, passkey=requirements.passkey)
        if requirements.remotely:
            thumbturn.verify_token_remotely(token)
    except ThumbturnError as error:
        if requirements.on_rejected:
            requirements.on_rejected(error)
        return create_rejection(error)
    return claims
