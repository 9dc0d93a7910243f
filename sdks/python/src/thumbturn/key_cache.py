"""The public keys of an application, and how long they count."""

from __future__ import annotations

from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from .errors import ThumbturnError
from .http import ServiceRequest, ServiceResponse
from .options import Settings
from .tokens import KeyName, PublicKey

FRESH_S = 5 * 60
"""The service allows caching its key set this long, and publishes keys longer than this before it signs with them."""
STALE_S = 60 * 60
"""During an outage of the service, cached keys are used up to this age."""
COOLDOWN_S = 30
"""An unknown `kid` refreshes only keys older than this, so that a flood of forged tokens doesn't reach the service."""
RETRY_DELAY_S = 2
"""Delay after a failed request."""
MAX_BYTES = 2**18
"""Enough for a thousand keys; an application has a few."""


class KeyCache:
    """The last key set, and the last failure to fetch it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._keys: dict[KeyName, PublicKey] = {}
        self._fetched_at: float | None = None
        self._failed_at: float | None = None
        self._error: ThumbturnError | None = None
        self.attempts = 0
        """How often the keys were requested, by which a caller sees that another one did."""
        self.clock_offset = 0.0
        """Seconds by which this machine's clock is ahead of the service's; 0 if unknown."""

    @property
    def request(self) -> ServiceRequest:
        return ServiceRequest("GET", _to_url(self._settings), max_bytes=MAX_BYTES)

    def store(self, response: ServiceResponse) -> None:
        """Raises ThumbturnError `wrong_base_url` if this isn't a key set."""
        now = self._settings.now()
        self._keys = _parse_key_set(response.body, self._settings)
        self._fetched_at, self._failed_at, self._error = now, None, None
        self.clock_offset = 0.0 if response.server_time is None else now - response.server_time

    def fail(self, error: ThumbturnError) -> None:
        self._error, self._failed_at = error, self._settings.now()

    def is_younger_than(self, limit: float) -> bool:
        return self._is_within(self._fetched_at, limit)

    @property
    def is_delayed(self) -> bool:
        """Whether the last request failed so recently that another one has to wait."""
        return self._is_within(self._failed_at, RETRY_DELAY_S)

    def _is_within(self, since: float | None, limit: float) -> bool:
        """In both directions: a clock that is set back must not keep old keys, or prolong the delay."""
        return since is not None and abs(self._settings.now() - since) < limit

    def find(self, name: KeyName) -> PublicKey | None:
        """Raises the error of the last request if the cached keys are too old."""
        if not self.is_younger_than(STALE_S):
            self.require_success()
        return self._keys.get(name)

    def require_success(self) -> None:
        """Only a response of the service shows that a key is unknown."""
        # Another thread can remove it.
        error = self._error
        if error:
            raise error.copy() from error

    def create_unknown_error(self) -> ThumbturnError:
        problem = f"The token names a key that {self._settings.application} does not have"
        return ThumbturnError("token_unknown_key", f"{problem}: another service issued it")


def _to_url(settings: Settings) -> str:
    return f"{settings.application}/fido2/v2/.well-known/jwks.json"


def _parse_key_set(body: Any, settings: Settings) -> dict[KeyName, PublicKey]:
    keys = body.get("keys") if isinstance(body, dict) else None
    if not isinstance(keys, list) or not all(isinstance(key, dict) for key in keys):
        raise ThumbturnError("wrong_base_url", f"{_to_url(settings)} is not a key set: check base_url")
    named = [(KeyName(key["kid"], _USUAL.get(str(key.get("kty")), "")), key) for key in keys if _has_id(key)]
    parsed = {name: _parse_key(name.algorithm, jwk) for name, jwk in named}
    return {name: key for name, key in parsed.items() if key is not None}


_USUAL = {"EC": "ES256", "RSA": "RS256"}
"""The algorithm of each type of key. Keys of RS256 sign tokens of OpenID clients only."""


def _has_id(jwk: dict[str, Any]) -> bool:
    return isinstance(jwk.get("kid"), str)


def _parse_key(algorithm: str, jwk: dict[str, Any]) -> PublicKey | None:
    """The key if it verifies the algorithm."""
    is_usable = (
        jwk.get("alg", algorithm) == algorithm
        and jwk.get("use", "sig") == "sig"
        and "verify" in jwk.get("key_ops", ["verify"])
    )
    try:
        return _read_key(algorithm, jwk) if is_usable else None
    except (ValueError, TypeError, jwt.PyJWTError):
        return None


_MIN_RSA_BITS = 2_048


def _read_key(algorithm: str, jwk: dict[str, Any]) -> PublicKey | None:
    if algorithm == "ES256":
        key = ECAlgorithm.from_jwk(jwk)
        return key if isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, SECP256R1) else None
    if algorithm == "RS256":
        rsa = RSAAlgorithm.from_jwk(jwk)
        return rsa if isinstance(rsa, RSAPublicKey) and rsa.key_size >= _MIN_RSA_BITS else None
    return None
