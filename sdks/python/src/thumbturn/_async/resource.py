"""A server that only OpenID clients with an access token can call."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import httpx

from .._typing import Unpack
from ..dpop import BoundRequest, ProofVerifier
from ..errors import ThumbturnError
from ..resource_options import ResourceOptions, parse_resource_options
from ..resource_responses import (
    ResourceAccess,
    ResourceRequest,
    ResourceResponse,
    create_challenge,
    create_metadata,
    respond_with_metadata,
)
from ..resource_tokens import read_resource_key, read_thumbprint, to_resource_claims
from ..tokens import verify_signature
from .connection import AsyncCloseable, AsyncConnection, AsyncKeys
from .introspection import AsyncIntrospection


class _Credentials(NamedTuple):
    scheme: str
    token: str


class AsyncProtectedResource(AsyncCloseable):
    """
    Protects an MCP server, or any other API, with access tokens that an application's users give to OpenID clients. Create
    one for the whole program. It makes no call until a request arrives.

    `issuer` is the application's address: `https://id.example.com/apps/shop`. `resource` is the address of this server as
    clients know it, such as `https://mcp.example.com/mcp`, and the audience of its tokens. It's never read from a request,
    whose Host header an attacker can choose. `http` replaces the HTTP client; the caller closes it.

    Raises ThumbturnError `invalid_options`.
    """

    metadata: dict[str, Any]
    """The document that clients read first (RFC 9728)."""
    metadata_url: str
    """The document's address, which `WWW-Authenticate` names."""
    metadata_path: str
    """The path of that address."""

    def __init__(
        self,
        issuer: str,
        resource: str,
        *,
        http: httpx.AsyncClient | None = None,
        **options: Unpack[ResourceOptions],
    ) -> None:
        self._settings = parse_resource_options(issuer, resource, options)
        self.metadata = create_metadata(self._settings, options)
        # RFC 9728 §3.1: the well-known path is between host and path, of which a sole slash is left out.
        path = resource.removeprefix(self._settings.origin)
        self.metadata_path = f"/.well-known/oauth-protected-resource{'' if path == '/' else path}"
        self.metadata_url = self._settings.origin + self.metadata_path
        self._connection = AsyncConnection(self._settings.client, http)
        self._keys = AsyncKeys(self._connection)
        self._proofs = ProofVerifier(self._settings.client.now)
        asked = self._settings.introspection
        self._introspection = asked and AsyncIntrospection(asked, self._connection)

    def describe(self, request: ResourceRequest) -> ResourceResponse | None:
        """The response to a request for the metadata; None for a request with another path."""
        if request.pathname != self.metadata_path:
            return None
        return respond_with_metadata(self.metadata, request.method)

    async def admit(
        self,
        request: ResourceRequest,
        *,
        scopes: Sequence[str] = (),
        on_rejected: Callable[[ThumbturnError], object] | None = None,
    ) -> ResourceAccess | ResourceResponse:
        """
        Verifies the access token of a request: returns what it allows, or the response that rejects the request. `scopes`
        are those that the request needs besides those of the resource. `on_rejected` receives the exact reason, for your
        log.
        """
        needed = list(dict.fromkeys([*self._settings.scopes, *scopes]))
        try:
            return await self._verify(request, needed)
        except ThumbturnError as error:
            if on_rejected:
                on_rejected(error)
            return create_challenge(error, self.metadata_url, needed)

    async def _verify(self, request: ResourceRequest, needed: Sequence[str]) -> ResourceAccess:
        credentials = _read_credentials(request.authorization)
        token, client = credentials.token, self._settings.client
        name = read_resource_key(self._settings, token)
        key = await self._keys.find(name)
        offset = self._keys.clock_offset
        claims = to_resource_claims(verify_signature(client, token, name, key=key, clock_offset=offset))
        self._require_proof(request, credentials, read_thumbprint(claims))
        scopes = self._add_implied(claims["scope"])
        _require_scopes(scopes, needed)
        if self._introspection:
            await self._introspection.require_active(token, claims["jti"])
        user_id = claims["sub"] if "auth_time" in claims else None
        return ResourceAccess(token, claims["client_id"], user_id, scopes, claims["exp"], claims)

    def _require_proof(self, request: ResourceRequest, credentials: _Credentials, thumbprint: str | None) -> None:
        """A token that is bound to a key works with a proof only, and a proof with such a token only (RFC 9449 §7.1, §7.2)."""
        scheme, token = credentials
        if thumbprint is None and scheme == "bearer":
            return
        if thumbprint is None:
            raise ThumbturnError("token_wrong_proof", "The token is not bound to a key: send it as Bearer")
        if scheme != "dpop":
            message = "The token is bound to a key: send it as DPoP, with a proof"
            raise ThumbturnError("token_without_proof", message)
        url = self._settings.origin + request.pathname
        self._proofs.accept(BoundRequest(request.dpop or "", request.method, url, token, thumbprint))

    def _add_implied(self, scope: str) -> tuple[str, ...]:
        scopes = [name for name in scope.split(" ") if name]
        # A list that grows while it is read is read to its end.
        for name in scopes:
            scopes += [one for one in self._settings.implied_scopes.get(name, ()) if one not in scopes]
        return tuple(dict.fromkeys(scopes))


def _read_credentials(authorization: str | None) -> _Credentials:
    """RFC 9110 §11.1: the scheme is case-insensitive. A token in the query isn't read (OAuth 2.1 §5.1.1)."""
    found = re.fullmatch(r"(bearer|dpop) +(\S+) *", authorization or "", re.IGNORECASE)
    return _Credentials(found[1].lower(), found[2]) if found else _Credentials("", "")


def _require_scopes(scopes: Sequence[str], needed: Sequence[str]) -> None:
    missing = [scope for scope in needed if scope not in scopes]
    if missing:
        problem = f"The token lacks {', '.join(missing)}"
        raise ThumbturnError(
            "token_missing_scope", f"{problem}: the client must ask for it, and the user must allow it"
        )
