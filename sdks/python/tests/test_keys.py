"""How long keys count, and what happens during outages."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from thumbturn import AsyncThumbturn, ThumbturnError

from clients import Client, create_sync, sync_and_async
from signing import NOW, keys, publish, sign


class KeyService:
    """Publishes keys until it is down, and counts the requests. Its clock is that of the client."""

    def __init__(self) -> None:
        self.keys: list[Any] = [publish("first")]
        self.now = float(NOW)
        self.is_down = False
        self.requests = 0
        self.headers: dict[str, str] = {}

    def respond(self, _: httpx.Request) -> httpx.Response:
        self.requests += 1
        if self.is_down:
            raise httpx.ConnectError("Connection refused")
        return httpx.Response(200, json={"keys": self.keys}, headers=self.headers)

    def create(self, client: Client) -> Any:
        return client(self.respond, now=lambda: self.now)

    def sign(self, **options: Any) -> str:
        return sign({"iat": self.now, "exp": self.now + 600}, **options)


def catch_code(thumbturn: Any, token: str) -> str:
    with pytest.raises(ThumbturnError) as caught:
        thumbturn.verify_token(token)
    return caught.value.code


@sync_and_async
def test_keys_are_fetched_with_the_first_token_and_again_after_five_minutes(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    assert service.requests == 0
    for moved, requests in [(0, 1), (299, 1), (2, 2)]:
        service.now += moved
        thumbturn.verify_token(service.sign())
        assert service.requests == requests


@sync_and_async
def test_a_new_key_is_fetched_with_its_first_token_and_a_retired_key_verifies_nothing(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    thumbturn.verify_token(service.sign())
    service.keys = [publish("second")]
    service.now += 31
    thumbturn.verify_token(service.sign(key="second"))
    assert service.requests == 2
    assert catch_code(thumbturn, service.sign()) == "token_unknown_key"


@sync_and_async
def test_a_flood_of_unknown_keys_fetches_the_key_set_at_most_every_30_seconds(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    for moved, requests in [(0, 1), (29, 1), (2, 2)]:
        service.now += moved
        forged = [service.sign(header={"kid": f"forged-{at}"}) for at in range(20)]
        assert {catch_code(thumbturn, token) for token in forged} == {"token_unknown_key"}
        assert service.requests == requests
    thumbturn.verify_token(service.sign())


@sync_and_async
def test_during_an_outage_cached_keys_count_for_an_hour_and_unknown_keys_are_unreachable(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    thumbturn.verify_token(service.sign())
    service.is_down = True
    service.now += 301
    thumbturn.verify_token(service.sign())
    before = service.requests
    forged = [service.sign(header={"kid": f"forged-{at}"}) for at in range(20)]
    assert {catch_code(thumbturn, token) for token in forged} == {"unreachable"}
    assert service.requests == before, "within two seconds of a failure, nothing is fetched"
    service.now += 3_600
    assert catch_code(thumbturn, service.sign()) == "unreachable"
    service.is_down = False
    service.now += 3
    thumbturn.verify_token(service.sign())


@sync_and_async
def test_a_token_verifies_two_seconds_after_an_outage(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    service.is_down = True
    assert catch_code(thumbturn, service.sign()) == "unreachable"
    service.is_down = False
    service.now += 1.9
    assert catch_code(thumbturn, service.sign()) == "unreachable"
    service.now += 0.2
    thumbturn.verify_token(service.sign())


@sync_and_async
def test_a_clock_that_is_set_back_neither_keeps_old_keys_nor_delays_the_next_request(client: Client) -> None:
    service = KeyService()
    thumbturn = service.create(client)
    thumbturn.verify_token(service.sign())
    service.keys = [publish("second")]
    service.now -= 86_400
    thumbturn.verify_token(service.sign(key="second"))
    service.is_down = True
    service.now += 86_400
    assert catch_code(thumbturn, service.sign(key="second")) == "unreachable"
    service.is_down = False
    service.now -= 86_400
    thumbturn.verify_token(service.sign(key="second"))


def test_concurrent_threads_share_one_request() -> None:
    service = KeyService()
    thumbturn = create_sync(service.respond, now=lambda: service.now)
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: thumbturn.verify_token(service.sign()), range(50)))
    assert service.requests == 1


def test_concurrent_tasks_share_one_request() -> None:
    service = KeyService()

    async def respond(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0)
        return service.respond(request)

    async def verify() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
        thumbturn = AsyncThumbturn("https://auth.example.com/apps/shop", http=http, now=lambda: service.now)
        await asyncio.gather(*(thumbturn.verify_token(service.sign()) for _ in range(50)))

    asyncio.run(verify())
    assert service.requests == 1


def test_a_canceled_task_does_not_block_the_next() -> None:
    service = KeyService()
    has_started, can_end = asyncio.Event(), asyncio.Event()

    async def respond(request: httpx.Request) -> httpx.Response:
        has_started.set()
        await can_end.wait()
        return service.respond(request)

    async def verify() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
        thumbturn = AsyncThumbturn("https://auth.example.com/apps/shop", http=http, now=lambda: service.now)
        first = asyncio.create_task(thumbturn.verify_token(service.sign()))
        await has_started.wait()
        second = asyncio.create_task(thumbturn.verify_token(service.sign()))
        first.cancel()
        can_end.set()
        assert (await second)["sub"] == "user-1"

    asyncio.run(verify())


@pytest.mark.parametrize("body", [{"hello": "world"}, {"keys": "none"}, {"keys": [7]}, [], "keys"])
def test_a_response_that_is_no_key_set_is_wrong_base_url(body: Any) -> None:
    thumbturn = create_sync(lambda _: httpx.Response(200, json=body), now=lambda: NOW)
    assert catch_code(thumbturn, sign()) == "wrong_base_url"


@pytest.mark.parametrize(
    "key",
    [
        {"kty": "oct", "k": "c2VjcmV0", "kid": "first", "alg": "HS256"},
        publish("first", alg="ES384"),
        publish("first", use="enc"),
        publish("first", key_ops=["sign"]),
        publish("first", crv="P-384"),
        publish("first", x="AAAA"),
        publish("first", x=7),
        {**keys["first"], "alg": "ES256"},
        {"kty": "RSA", "kid": "first", "alg": "RS256", "n": "AQAB", "e": "AQAB"},
    ],
    ids=["secret", "algorithm", "encryption", "operation", "curve", "point", "number", "private", "rsa"],
)
def test_no_token_is_valid_under_a_key_with_another_purpose(key: Any) -> None:
    service = KeyService()
    service.keys = [key, publish("second")]
    thumbturn = create_sync(service.respond, now=lambda: service.now)
    assert catch_code(thumbturn, sign()) == "token_unknown_key"
    thumbturn.verify_token(sign(key="second"))


def test_a_clock_that_is_off_is_named_with_its_offset() -> None:
    service = KeyService()
    service.headers = {"date": "Fri, 15 Jan 2027 08:00:00 GMT"}
    service.now = NOW + 600.0
    thumbturn = create_sync(service.respond, now=lambda: service.now)
    with pytest.raises(ThumbturnError, match="600 s ahead of the service's") as caught:
        thumbturn.verify_token(sign({"exp": NOW + 300}))
    assert caught.value.code == "clock_off"
    service.now = NOW - 600.0
    thumbturn = create_sync(service.respond, now=lambda: service.now)
    with pytest.raises(ThumbturnError, match="600 s behind the service's") as caught:
        thumbturn.verify_token(sign())
    assert caught.value.code == "clock_off"


def test_the_age_of_a_cached_key_set_is_not_taken_for_a_clock_that_is_off() -> None:
    service = KeyService()
    service.headers = {"date": "Fri, 15 Jan 2027 08:00:00 GMT", "age": "290"}
    service.now = NOW + 290.0
    thumbturn = create_sync(service.respond, now=lambda: service.now)
    assert catch_code(thumbturn, sign({"exp": NOW + 100})) == "token_expired"
