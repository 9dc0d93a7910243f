"""The client of one application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast, overload

import httpx

from .. import calls
from .._typing import Unpack
from ..claims import AccessClaims, IdClaims, PayloadClaims, TokenType
from ..error_mappers import map_refresh_error, map_verification_error
from ..options import ClientOptions, parse_options
from ..tokens import Requirements, read_claims, read_key_name, require_claims, verify_signature
from ..transactions import require_payload, require_transaction
from ..wire import BackendSession, DiscoverRequest, Discovery, MfaTokens
from .connection import AsyncCloseable, AsyncConnection, AsyncKeys
from .management import (
    AsyncAuthenticators,
    AsyncContacts,
    AsyncDevices,
    AsyncEvents,
    AsyncGroups,
    AsyncPasskeys,
    AsyncTransactions,
    AsyncUsers,
)


class AsyncThumbturn(AsyncCloseable):
    """
    The backend's view of one application. Every method raises ThumbturnError and nothing else. Create one for the whole
    program: it keeps connections and keys. It makes no call until you use it.

    `base_url` is the address of the service (`http://localhost:4300`) or of the application
    (`http://localhost:4300/apps/shop`, `https://shop.example.com`). `http` replaces the HTTP client; the caller closes it.

    Raises ThumbturnError `invalid_options`.
    """

    users: AsyncUsers
    contacts: AsyncContacts
    passkeys: AsyncPasskeys
    devices: AsyncDevices
    groups: AsyncGroups
    transactions: AsyncTransactions
    authenticators: AsyncAuthenticators
    events: AsyncEvents

    def __init__(
        self, base_url: str, *, http: httpx.AsyncClient | None = None, **options: Unpack[ClientOptions]
    ) -> None:
        self._settings = parse_options(base_url, options)
        self._connection = AsyncConnection(self._settings, http)
        self._keys = AsyncKeys(self._connection)
        self.users = AsyncUsers(self._connection)
        self.contacts = AsyncContacts(self._connection)
        self.passkeys = AsyncPasskeys(self._connection)
        self.devices = AsyncDevices(self._connection)
        self.groups = AsyncGroups(self._connection)
        self.transactions = AsyncTransactions(self._connection)
        self.authenticators = AsyncAuthenticators(self._connection)
        self.events = AsyncEvents(self._connection)

    @property
    def app_id(self) -> str:
        """Application ID."""
        return self._settings.app_id

    @overload
    async def verify_token(
        self, token: str, *, type: Literal["jwtAccess"] = ..., scopes: Sequence[str] = ..., passkey: bool = ...
    ) -> AccessClaims: ...

    @overload
    async def verify_token(
        self, token: str, *, type: Literal["idToken"], passkey: bool = ..., max_age: float | None = ...
    ) -> IdClaims: ...

    @overload
    async def verify_token(self, token: str, *, type: Literal["mfaPayload"]) -> PayloadClaims: ...

    async def verify_token(
        self,
        token: str,
        *,
        type: TokenType = "jwtAccess",
        scopes: Sequence[str] = (),
        passkey: bool = False,
        max_age: float | None = None,
    ) -> AccessClaims | IdClaims | PayloadClaims:
        """
        Verifies a token with the application's public keys and returns its claims. Requires no API key.

        `scopes` are those that an access token must have. `passkey` requires a sign-in with a passkey; a code or a
        backend assertion is not enough. `max_age` is the maximum of seconds since the sign-in, for ID tokens only,
        because access tokens don't contain the time of the sign-in.

        Raises ThumbturnError `token_…` or `clock_off` if the token is not valid; any code of a call if the keys could
        not be fetched.
        """
        requirements = Requirements(type, scopes, passkey, max_age)
        return cast("AccessClaims | IdClaims | PayloadClaims", await self._verify(token, requirements))

    async def verify_token_remotely(self, token: str) -> AccessClaims:
        """
        Verifies an access token by a call to the service, which also checks that its user and passkey still exist.
        """
        await self._connection.call(calls.token_verify, body={"jwtAccess": token}, to_error_code=map_verification_error)
        return cast("AccessClaims", read_claims(token))

    async def is_session_active(self, session: BackendSession) -> bool:
        """
        Whether a session that you started from an access token is still valid: the user exists and wasn't signed out
        everywhere since, and the passkey exists. Scope `user:read`.
        """
        return (await self._connection.call(calls.session_verify, body=session))["active"]

    async def verify_transaction(
        self, token: str, *, payload: str, nonce: str, user_id: str | None = None
    ) -> AccessClaims:
        """
        Verifies that the token of confirmTransaction confirms this transaction. Accept each nonce once.

        What you expect comes from your own records, never from the page that sends the token: `payload` is the text to
        confirm, `nonce` the one that you issued for this transaction, and `user_id` the user who must have confirmed it.
        """
        claims = await self._verify(token, Requirements())
        require_transaction(claims, payload=payload, nonce=nonce, user_id=user_id)
        return cast("AccessClaims", claims)

    async def verify_payload(
        self, payload_signature: str, *, payload: str, user_id: str | None = None
    ) -> PayloadClaims:
        """
        Verifies that the payloadSignature of a multi-factor flow signs this payload. Accept each payload once, and make
        each one unique, for example with an order number.
        """
        claims = await self._verify(payload_signature, Requirements("mfaPayload"))
        require_payload(claims, payload=payload, user_id=user_id)
        return cast("PayloadClaims", claims)

    async def grant(self, username: str, *, scopes: Sequence[str]) -> str:
        """
        A token, valid for a minute, that gives the page these scopes for the user; the API key must have each of them.
        """
        body = {"username": username, "grants": list(scopes)}
        return (await self._connection.call(calls.grant_create, body=body))["token"]

    async def grant_external_auth(self, username: str) -> str:
        """
        A backend assertion for the factor `external` of a flow: you have authenticated the user. Scope
        `external:verify`.
        """
        return (await self._connection.call(calls.external_auth_grant, body={"username": username}))["token"]

    async def refresh(self, refresh_token: str) -> MfaTokens:
        """Exchanges a refresh token, which works once, for new tokens."""
        body = {"refreshToken": refresh_token}
        return await self._connection.call(calls.mfa_refresh, body=body, to_error_code=map_refresh_error)

    async def discover(self, request: DiscoverRequest) -> Discovery:
        """Finds out how a user can sign in on a device. Scope `user:read`."""
        return await self._connection.call(calls.discover, body=request)

    async def _verify(self, token: str, requirements: Requirements) -> dict[str, Any]:
        name = read_key_name(self._settings, token)
        key = await self._keys.find(name)
        offset = self._keys.clock_offset
        claims = verify_signature(self._settings, token, name, key=key, clock_offset=offset)
        require_claims(self._settings, claims, requirements)
        return claims
