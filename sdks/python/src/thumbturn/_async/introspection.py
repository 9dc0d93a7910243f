"""Asks the service whether tokens that were verified by public keys have been revoked (RFC 7662)."""

from __future__ import annotations

from dataclasses import dataclass

import anyio

from ..active_states import ActiveState, ActiveStates
from ..errors import ErrorCode, ThumbturnError
from ..http import ServiceRequest
from ..resource_options import IntrospectionOptions
from .connection import AsyncConnection

_MAX_BYTES = 2**16
"""A response has some hundred bytes."""

_OUTAGES: tuple[ErrorCode, ...] = ("unreachable", "timeout", "server_error", "rate_limited")

_UNAUTHORIZED = 401


@dataclass
class _Question:
    """A question that is under way, and its answer."""

    lock: anyio.Lock
    state: ActiveState | None = None


class AsyncIntrospection:
    """The responses of the service about tokens."""

    def __init__(self, options: IntrospectionOptions, connection: AsyncConnection) -> None:
        self._options = options
        self._connection = connection
        self._now = connection.settings.now
        self._states = ActiveStates(self._now)
        self._pending: dict[str, _Question] = {}

    async def require_active(self, token: str, token_id: str) -> None:
        """Raises ThumbturnError `token_rejected`; unless outages are accepted, any code of a call."""
        try:
            is_active = (await self._find(token, token_id)).is_active
        except ThumbturnError as error:
            if self._options.during_outage == "reject" or error.code not in _OUTAGES:
                raise
            last = self._states.find(token_id)
            is_active = last is None or last.is_active
        if not is_active:
            message = "The token was revoked, or the client of introspection lists no such resource"
            raise ThumbturnError("token_rejected", message)

    async def _find(self, token: str, token_id: str) -> ActiveState:
        if self._options.cache_seconds == 0:
            return await self._ask_now(token, token_id)
        last = self._states.find(token_id)
        # Clocks can be set back.
        if last and abs(self._now() - last.at) < self._options.cache_seconds:
            return last
        return await self._ask_once(token, token_id)

    async def _ask_once(self, token: str, token_id: str) -> ActiveState:
        """Asks once for all requests of the same moment."""
        question = self._pending.setdefault(token_id, _Question(anyio.Lock()))
        async with question.lock:
            try:
                question.state = question.state or await self._ask_now(token, token_id)
            finally:
                self._pending.pop(token_id, None)
            return question.state

    async def _ask_now(self, token: str, token_id: str) -> ActiveState:
        """Asks whatever is known."""
        self._states.require_no_pause()
        at = self._now()
        try:
            state = ActiveState(at, await self._ask(token))
        except ThumbturnError as error:
            self._states.fail(error)
            raise
        self._states.remember(token_id, state)
        return state

    async def _ask(self, token: str) -> bool:
        options, url = self._options, f"{self._connection.settings.application}/openid/introspect"
        form = {"token": token, "client_id": options.client_id, "client_secret": options.secret}
        try:
            response = await self._connection.send(ServiceRequest("POST", url, form=form, max_bytes=_MAX_BYTES))
        except ThumbturnError as error:
            if error.status != _UNAUTHORIZED:
                raise
            message = "The service rejects the client of introspection: check client_id and client_secret"
            raise ThumbturnError("invalid_options", message, status=error.status) from error
        return isinstance(response.body, dict) and response.body.get("active") is True
