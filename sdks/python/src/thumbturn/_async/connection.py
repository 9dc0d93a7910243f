"""Sends requests to the service, and caches the keys of the application."""

from __future__ import annotations

import time
from typing import TypeVar, cast

import anyio
import httpx

from .._typing import Self
from ..calls import Call, Strings, build_url, choose_key
from ..errors import ThumbturnError
from ..http import (
    ErrorMapper,
    ReceivedResponse,
    ServiceRequest,
    ServiceResponse,
    create_connection_error,
    create_size_error,
    parse_response,
)
from ..key_cache import COOLDOWN_S, FRESH_S, KeyCache
from ..options import Settings
from ..tokens import KeyName, PublicKey

Result = TypeVar("Result")


class AsyncConnection:
    """The connection to one application."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._is_owner = http is None
        self._http = http or httpx.AsyncClient()

    async def aclose(self) -> None:
        """Closes what this opened, but not a client of yours."""
        if self._is_owner:
            await self._http.aclose()

    async def call(
        self,
        call: Call[Result],
        *,
        params: Strings | None = None,
        query: Strings | None = None,
        body: object = None,
        to_error_code: ErrorMapper | None = None,
    ) -> Result:
        """Makes a call of the current API, with the client's API key if the call takes one."""
        key = choose_key(self.settings, call)
        url = build_url(self.settings, call, params or {}, query or {})
        request = ServiceRequest(call.method, url, body=body, key=key, to_error_code=to_error_code)
        return cast("Result", (await self.send(request)).body)

    async def find(
        self, call: Call[Result], *, params: Strings | None = None, query: Strings | None = None
    ) -> Result | None:
        """Like call, but returns None if there is no match."""
        try:
            return await self.call(call, params=params, query=query)
        except ThumbturnError as error:
            if error.code == "not_found":
                return None
            raise

    async def send(self, request: ServiceRequest) -> ServiceResponse:
        """
        Sends a request. A GET without a response is sent once more, because a kept-alive connection may have ended; no
        other request is repeated.
        """
        try:
            received = await self._receive(request)
        except ThumbturnError as error:
            if request.method != "GET" or error.code != "unreachable":
                raise
            received = await self._receive(request)
        return parse_response(self.settings, request, received)

    async def _receive(self, request: ServiceRequest) -> ReceivedResponse:
        try:
            # A redirect would send the key to another server.
            async with self._http.stream(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                timeout=self.settings.timeout,
                follow_redirects=False,
            ) as response:
                content = await self._read_content(request, response)
                return ReceivedResponse(response.status_code, response.headers, content)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise create_connection_error(self.settings, request.url, error) from error

    async def _read_content(self, request: ServiceRequest, response: httpx.Response) -> bytes:
        # The timeout of httpx is that of each chunk.
        deadline = time.monotonic() + self.settings.timeout
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > request.max_bytes:
                raise create_size_error(request, response.status_code)
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("The response did not end in time")
        return bytes(content)


class AsyncCloseable:
    """Closes its connection at the end of the `async with` block."""

    _connection: AsyncConnection

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections to the service."""
        await self._connection.aclose()


class AsyncKeys:
    """The public keys of the application: fetched on first use, again after five minutes, and for an unknown `kid`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._cache = KeyCache(connection.settings)
        self._lock = anyio.Lock()

    @property
    def clock_offset(self) -> float:
        """Seconds by which this machine's clock is ahead of the service's; 0 if unknown."""
        return self._cache.clock_offset

    async def find(self, name: KeyName) -> PublicKey:
        """The key that a token names."""
        cache = self._cache
        if not cache.is_younger_than(FRESH_S):
            await self._fetch_once()
        key = cache.find(name)
        if key is None and not cache.is_younger_than(COOLDOWN_S):
            await self._fetch_once()
            cache.require_success()
            key = cache.find(name)
        if key is None:
            raise cache.create_unknown_error()
        return key

    async def _fetch_once(self) -> None:
        """One request at a time, shared by concurrent callers."""
        attempts = self._cache.attempts
        async with self._lock:
            if attempts == self._cache.attempts and not self._cache.is_delayed:
                await self._fetch()

    async def _fetch(self) -> None:
        try:
            self._cache.store(await self._connection.send(self._cache.request))
        except ThumbturnError as error:
            self._cache.fail(error)
        self._cache.attempts += 1
