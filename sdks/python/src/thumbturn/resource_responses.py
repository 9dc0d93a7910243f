"""Requests to a protected resource, and the responses that it gives by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .dpop import PROOF_ALGORITHMS
from .errors import ThumbturnError
from .resource_options import ResourceOptions, ResourceSettings
from .resource_tokens import ResourceClaims


@dataclass(frozen=True, repr=False)
class ResourceRequest:
    """A request to a resource. Without `repr`, because it would show the token."""

    method: str
    path: str
    """Path as the client requested it; a query is ignored."""
    authorization: str | None = None
    dpop: str | None = None
    """The header of that name (RFC 9449 §4.1)."""

    @property
    def pathname(self) -> str:
        """The path only."""
        return self.path.partition("#")[0].partition("?")[0]


@dataclass(frozen=True)
class ResourceResponse:
    """A response with JSON; `body` is None if there is none."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any] | None

    @property
    def content(self) -> bytes:
        """The body as it is sent."""
        return encode_body(self.body)


def encode_body(body: Mapping[str, Any] | None) -> bytes:
    """JSON, or nothing."""
    return b"" if body is None else json.dumps(body, ensure_ascii=False).encode()


@dataclass(frozen=True)
class ResourceAccess:
    """What a verified access token allows."""

    token: str = field(repr=False)
    client_id: str
    user_id: str | None
    """The user as the client knows them; None if the client acts for itself."""
    scopes: tuple[str, ...]
    """With those that they imply."""
    expires_at: float
    """Seconds since 1970."""
    claims: ResourceClaims
    """Every claim of the token."""


_JSON = {"content-type": "application/json", "cache-control": "no-store"}

_INVALID = {
    "error": "invalid_token",
    "error_description": "The access token is not valid here, or it has expired",
}
_INSUFFICIENT = {
    "error": "insufficient_scope",
    "error_description": "The access token lacks a scope that this request needs",
}
# RFC 9449 §7.1.
_INVALID_PROOF = {
    "error": "invalid_dpop_proof",
    "error_description": "The access token is bound to a key, and the DPoP proof for this request is missing or not valid",
}


def create_challenge(error: ThumbturnError, metadata_url: str, scopes: Sequence[str]) -> ResourceResponse:
    """RFC 6750 §3, RFC 9728 §5.1. The exact reason goes to the log only."""
    # The service is unreachable, or this server is misconfigured: the token may still be valid.
    if not error.is_token_rejected:
        return _create_outage(error)
    common = {"resource_metadata": metadata_url, **({"scope": " ".join(scopes)} if scopes else {})}
    if error.code == "token_missing":
        body = {"error": "unauthorized", "error_description": "This resource needs an access token"}
        return _challenge(401, "Bearer", common, body)
    if error.code == "token_missing_scope":
        return _challenge(403, "Bearer", {**_INSUFFICIENT, **common}, _INSUFFICIENT)
    if error.code in ("token_wrong_proof", "token_without_proof"):
        parameters = {**_INVALID_PROOF, **common, "algs": " ".join(PROOF_ALGORITHMS)}
        return _challenge(401, "DPoP", parameters, _INVALID_PROOF)
    return _challenge(401, "Bearer", {**_INVALID, **common}, _INVALID)


def _challenge(status: int, scheme: str, parameters: Mapping[str, str], body: Mapping[str, str]) -> ResourceResponse:
    text = ", ".join(f'{name}="{value}"' for name, value in parameters.items())
    return ResourceResponse(status, {**_JSON, "www-authenticate": f"{scheme} {text}"}, body)


def _create_outage(error: ThumbturnError) -> ResourceResponse:
    description = "Access tokens cannot be verified right now: try again"
    body = {"error": "temporarily_unavailable", "error_description": description}
    return ResourceResponse(503, {**_JSON, "retry-after": f"{error.retry_after or 5:g}"}, body)


def create_metadata(settings: ResourceSettings, options: ResourceOptions) -> dict[str, Any]:
    """The document by which clients learn how to get a token (RFC 9728 §2)."""
    document = {
        "resource": settings.audience,
        "authorization_servers": [settings.issuer],
        "scopes_supported": list(settings.scopes_supported) or None,
        "bearer_methods_supported": ["header"],
        "dpop_signing_alg_values_supported": list(PROOF_ALGORITHMS),
        "resource_name": options.get("name"),
        "resource_documentation": options.get("documentation"),
    }
    return {name: value for name, value in document.items() if value is not None}


# Clients in browsers read the document from other origins, and send a header of MCP with the request.
_ALLOW = "GET, HEAD, OPTIONS"
_CORS = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": _ALLOW,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
}


def respond_with_metadata(metadata: Mapping[str, Any], method: str) -> ResourceResponse:
    """The response to a request for the document."""
    if method not in ("GET", "HEAD"):
        return ResourceResponse(204 if method == "OPTIONS" else 405, {**_CORS, "allow": _ALLOW}, None)
    headers = {**_CORS, "content-type": "application/json", "cache-control": "public, max-age=300"}
    return ResourceResponse(200, headers, metadata)
