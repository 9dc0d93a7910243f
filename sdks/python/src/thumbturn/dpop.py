"""Verifies DPoP proofs (RFC 9449 §4.3), each of which one process accepts once."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from .claims import is_time
from .errors import ThumbturnError
from .resource_options import normalize_url
from .tokens import decode_parts

PROOF_ALGORITHMS = ("ES256", "ES384", "RS256", "PS256", "EdDSA")
"""Asymmetric algorithms that every runtime of ours can verify (RFC 9449 §11.6)."""

_WINDOW_S = 300
"""Seconds by which the proof's time can differ from ours: proofs come from users' devices."""
_MAX_LENGTH = 4_096
"""Enough for the key and the signature of RSA with 4,096 bits."""
_MAX_REMEMBERED = 100_000
"""When more proofs than this are remembered, the oldest are forgotten early."""
_MIN_RSA_BITS = 2_048

_KEY_FIELDS = {
    "ES256": ("EC", "P-256", ("crv", "kty", "x", "y")),
    "ES384": ("EC", "P-384", ("crv", "kty", "x", "y")),
    "RS256": ("RSA", None, ("e", "kty", "n")),
    "PS256": ("RSA", None, ("e", "kty", "n")),
    "EdDSA": ("OKP", "Ed25519", ("crv", "kty", "x")),
}
"""Type and curve of the key for each algorithm, and the fields of its thumbprint (RFC 7638 §3)."""

_jws = jwt.PyJWS(algorithms=list(PROOF_ALGORITHMS))


@dataclass(frozen=True, repr=False)
class BoundRequest:
    """A request with a token that is bound to a key. `url` is that of the resource as clients know it, without query."""

    proof: str
    method: str
    url: str
    token: str
    thumbprint: str


class ProofVerifier:
    """Remembers proofs until they expire, in the order of their arrival."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._remembered: dict[str, float] = {}
        self._lock = threading.Lock()

    def accept(self, request: BoundRequest) -> None:
        """Raises ThumbturnError `token_without_proof` or `token_wrong_proof`."""
        if not request.proof:
            message = "The token is bound to a key: send a DPoP proof with each request"
            raise ThumbturnError("token_without_proof", message)
        if len(request.proof) > _MAX_LENGTH:
            raise _proof_error(f"it has more than {_MAX_LENGTH} characters")
        claims = _verify_signature(request)
        _require_request(claims, request)
        _require_time(claims, self._now())
        if not self._spend(f"{request.thumbprint} {claims['jti']}", claims["iat"] + _WINDOW_S):
            raise _proof_error("it was used before")

    def _spend(self, proof_id: str, expires: float) -> bool:
        """Whether an ID is new."""
        now = self._now()
        with self._lock:
            while self._remembered:
                oldest = next(iter(self._remembered))
                if self._remembered[oldest] > now and len(self._remembered) < _MAX_REMEMBERED:
                    break
                del self._remembered[oldest]
            if self._remembered.get(proof_id, 0) > now:
                return False
            self._remembered[proof_id] = expires
            return True


def _proof_error(reason: str) -> ThumbturnError:
    return ThumbturnError("token_wrong_proof", f"The DPoP proof is not valid: {reason}")


def _verify_signature(request: BoundRequest) -> dict[str, Any]:
    try:
        header, claims = decode_parts(request.proof)
        jwk, alg = header.get("jwk"), header.get("alg")
        is_proof = re.fullmatch(r"(application/)?dpop\+jwt", str(header.get("typ")), re.IGNORECASE)
        if not is_proof or "crit" in header or not isinstance(jwk, dict) or not isinstance(alg, str):
            raise ValueError("The header isn't that of a proof")
        _jws.decode_complete(request.proof, _parse_key(jwk, alg), algorithms=[alg])
    # A deeply nested array exceeds the recursion limit.
    except (ValueError, TypeError, KeyError, RecursionError, jwt.PyJWTError) as error:
        raise _proof_error("its form, key, or signature is wrong") from error
    if _compute_thumbprint(jwk, alg) != request.thumbprint:
        raise _proof_error("the token is bound to another key")
    return claims


def _parse_key(jwk: dict[str, Any], alg: str) -> Any:
    """Rejects a key that isn't public, or isn't one for the algorithm."""
    kty, crv, fields = _KEY_FIELDS[alg]
    is_usable = jwk.get("kty") == kty and jwk.get("crv") == crv and "d" not in jwk
    if not is_usable or not all(isinstance(jwk.get(field), str) for field in fields):
        raise ValueError("The key isn't a public one for the algorithm")
    key = jwt.PyJWK.from_dict(jwk, algorithm=alg).key
    if isinstance(key, RSAPublicKey) and key.key_size < _MIN_RSA_BITS:
        raise ValueError("The key is too short")
    return key


def _compute_thumbprint(jwk: dict[str, Any], alg: str) -> str:
    fields = {name: jwk[name] for name in _KEY_FIELDS[alg][2]}
    return hash_base64url(json.dumps(fields, separators=(",", ":"), ensure_ascii=False))


def hash_base64url(text: str) -> str:
    """SHA-256, as in `ath` (RFC 9449 §4.2)."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def _require_request(claims: dict[str, Any], request: BoundRequest) -> None:
    proof_id, address, token_hash = claims.get("jti"), claims.get("htu"), claims.get("ath")
    if not isinstance(proof_id, str) or not re.fullmatch(r"[!-~]{1,256}", proof_id):
        raise _proof_error("jti is not an ID")
    if claims.get("htm") != request.method:
        raise _proof_error(f"htm is not {request.method}")
    if not isinstance(address, str) or normalize_url(address) != normalize_url(request.url):
        raise _proof_error(f"htu is not {request.url}")
    given = token_hash.encode() if isinstance(token_hash, str) and token_hash.isascii() else b""
    if not hmac.compare_digest(given, hash_base64url(request.token).encode()):
        raise _proof_error("ath is not the hash of the token")


def _require_time(claims: dict[str, Any], now: float) -> None:
    issued, expires, not_before = claims.get("iat"), claims.get("exp", now), claims.get("nbf", now)
    if not is_time(issued) or abs(now - issued) > _WINDOW_S:
        raise _proof_error(f"iat differs from this machine's clock by more than {_WINDOW_S} s")
    if not is_time(expires) or expires <= now - _WINDOW_S:
        raise _proof_error("it has expired")
    if not is_time(not_before) or not_before > now + _WINDOW_S:
        raise _proof_error("it is not valid yet")
