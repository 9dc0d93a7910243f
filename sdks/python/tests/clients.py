"""Both clients behind one interface, so that a test runs with each."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import anyio
import httpx
import pytest
from thumbturn import AsyncThumbturn, Thumbturn

Respond = Callable[[httpx.Request], httpx.Response]
Client = Callable[..., Any]


def create_sync(respond: Respond, base_url: str = "https://auth.example.com/apps/shop", **options: Any) -> Thumbturn:
    """The blocking client; the function responds in place of the service."""
    return Thumbturn(base_url, http=httpx.Client(transport=httpx.MockTransport(respond)), **options)


def create_async(respond: Respond, base_url: str = "https://auth.example.com/apps/shop", **options: Any) -> Any:
    """The other client, each of whose calls blocks here."""
    transport = httpx.MockTransport(respond)
    return Blocking(AsyncThumbturn(base_url, http=httpx.AsyncClient(transport=transport), **options))


class Blocking:
    """Runs the coroutines and iterators of an object to their end."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if inspect.ismethod(value):
            return lambda *args, **kwargs: run(lambda: value(*args, **kwargs))
        return Blocking(value) if type(value).__module__.startswith("thumbturn") else value


def run(call: Callable[[], Any]) -> Any:
    """The result of a coroutine, or the items of an iterator."""

    async def wait() -> Any:
        result = call()
        return await result if inspect.isawaitable(result) else [item async for item in result]

    return anyio.run(wait)


sync_and_async = pytest.mark.parametrize("client", [create_sync, create_async], ids=["sync", "async"])
