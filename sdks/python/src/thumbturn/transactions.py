"""Compares what a user confirmed with what your backend expects."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import Any

from .errors import ThumbturnError


def require_transaction(claims: dict[str, Any], *, payload: str, nonce: str, user_id: str | None) -> None:
    """
    Compares the token of a transaction with the expected transaction. The hash covers the concatenation of payload,
    nonce, and lNonce, so it identifies the payload only if the nonce is equal, too.
    """
    signed = [claims.get(name) for name in ("txHash", "nonce", "lNonce")]
    if not all(isinstance(claim, str) and claim for claim in signed):
        raise _create_missing_error("the token")
    tx_hash, signed_nonce, l_nonce = signed
    _require_user(claims, user_id)
    if not _is_equal(signed_nonce, nonce):
        raise ThumbturnError("transaction_wrong_nonce", "The token confirms another transaction: reject it")
    if not isinstance(payload, str) or not _is_equal(tx_hash, hash_text(f"{payload}{signed_nonce}{l_nonce}")):
        raise _create_wrong_payload_error()


def require_payload(claims: dict[str, Any], *, payload: str, user_id: str | None) -> None:
    """Compares the payload signature of a flow with the expected payload."""
    if claims.get("content") is None or not claims["contentSignatures"]:
        raise _create_missing_error("the payload signature")
    _require_user(claims, user_id)
    if not _is_equal(claims["content"], payload):
        raise _create_wrong_payload_error()


def hash_text(text: str) -> str:
    """base64url of SHA-256. Text from JSON can contain half of a surrogate pair."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def _is_equal(one: object, other: object) -> bool:
    """Compares in constant time for any lengths. Values that are not text are never equal."""
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    return hmac.compare_digest(hash_text(one), hash_text(other))


def _create_missing_error(name: str) -> ThumbturnError:
    message = f"No passkey signed anything for {name}: send the token of the confirmation"
    return ThumbturnError("transaction_missing", message)


def _create_wrong_payload_error() -> ThumbturnError:
    return ThumbturnError("transaction_wrong_payload", "The user confirmed another text: reject it")


def _require_user(claims: dict[str, Any], user_id: str | None) -> None:
    if user_id is None or _is_equal(claims["sub"], user_id):
        return
    raise ThumbturnError("transaction_wrong_user", "Another user confirmed this: reject it")
