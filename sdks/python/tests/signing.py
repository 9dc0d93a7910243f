"""Signs tokens as the service of the vectors does, or as an attacker might."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import jwt

keys: dict[str, dict[str, Any]] = {
    key["kid"]: key for key in json.loads((Path(__file__).parents[2] / "vectors" / "keys.json").read_text("utf-8"))
}

NOW = 1_800_000_000

claims: dict[str, Any] = {
    "iss": "https://auth.example.com/apps/shop",
    "aud": "shop",
    "sub": "user-1",
    "rpId": "example.com",
    "jti": "token-1",
    "iat": NOW - 10,
    "exp": NOW + 290,
    "tokenType": "jwtAccess",
    "username": "ada@example.com",
    "scopes": ["user:read"],
}


def sign(changes: dict[str, Any] | None = None, *, key: str = "first", header: dict[str, Any] | None = None) -> str:
    """A token with these claims changed, and those that are None left out."""
    given = {name: claim for name, claim in {**claims, **(changes or {})}.items() if claim is not None}
    return sign_text(json.dumps(given), key=key, header=header)


def sign_text(payload: str, *, key: str = "first", header: dict[str, Any] | None = None) -> str:
    """A token with exactly this payload."""
    private_key = jwt.PyJWK.from_dict(keys[key]).key
    jws = jwt.PyJWS(algorithms=["ES256"])
    return jws.encode(payload.encode("utf-8", "surrogatepass"), private_key, "ES256", {"kid": key, **(header or {})})


def publish(key_id: str, **changes: Any) -> dict[str, Any]:
    """The public part of a key."""
    public = {name: value for name, value in keys[key_id].items() if name != "d"}
    return {**public, "alg": "ES256", "use": "sig", **changes}


def encode(text: str) -> str:
    """A part of a token."""
    return urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
