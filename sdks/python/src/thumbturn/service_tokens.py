"""Signs service tokens of the first generation."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from jwt.algorithms import ECAlgorithm

from .errors import ThumbturnError
from .transactions import hash_text

SigningKey = str | bytes | Mapping[str, Any] | EllipticCurvePrivateKey
"""A private P-256 key as PEM, JWK, or key of `cryptography`."""


def sign_service_token(
    *,
    client_id: str,
    private_key: SigningKey,
    scope: str | Sequence[str],
    username: str | None = None,
    user_id: str | None = None,
    tx_payload: str | None = None,
    now: float | None = None,
) -> str:
    """
    Signs a first-generation service token: valid for one call within five minutes. Send it as `Authorization: Bearer`.

    `private_key` is the P-256 key whose public key is registered with the application (`client-key add`). `username`
    and `user_id` restrict the token to this user. `tx_payload` is the payload of a transaction (`tx.create`), byte for
    byte. `now` is in seconds since 1970, and replaces the machine's clock.

    Raises ThumbturnError `invalid_options` if the key is not a private P-256 key, or `tx.create` has no tx_payload.
    """
    scopes = scope.split(" ") if isinstance(scope, str) else list(scope)
    if ("tx.create" in scopes) != (tx_payload is not None):
        raise ThumbturnError("invalid_options", "The scope tx.create signs tx_payload: pass both or neither")
    claims = {
        "client_id": client_id,
        "scope": " ".join(scopes),
        "nonce": secrets.token_urlsafe(16),
        "iat": int(time.time() if now is None else now),
        "username": username,
        "user_id": user_id,
        "payload_hash": None if tx_payload is None else hash_text(tx_payload),
    }
    given = {name: claim for name, claim in claims.items() if claim is not None}
    return jwt.encode(given, _parse_signing_key(private_key), algorithm="ES256")


def _parse_signing_key(given: SigningKey) -> EllipticCurvePrivateKey:
    try:
        key = _read_key(given)
    except (ValueError, TypeError, jwt.PyJWTError):
        key = None
    if isinstance(key, EllipticCurvePrivateKey) and isinstance(key.curve, SECP256R1):
        return key
    # Without the cause, because the parser's message may quote the key.
    message = "private_key must be a private P-256 key, as PEM, JWK, or key of cryptography"
    raise ThumbturnError("invalid_options", message) from None


def _read_key(given: SigningKey) -> object:
    if isinstance(given, str | bytes):
        return load_pem_private_key(given.encode() if isinstance(given, str) else given, password=None)
    return ECAlgorithm.from_jwk(dict(given)) if isinstance(given, Mapping) else given
