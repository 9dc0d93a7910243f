"""Options, connections, and responses that aren't Thumbturn's."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest
from thumbturn import Thumbturn, ThumbturnError, sign_service_token

from clients import Client, create_sync, sync_and_async


def catch(call: Callable[[], object]) -> ThumbturnError:
    with pytest.raises(ThumbturnError) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    ("base_url", "options", "message"),
    [
        ("auth.example.com", {}, "base_url must be like"),
        ("ftp://auth.example.com", {"app_id": "shop"}, "base_url must be like"),
        ("http://", {"app_id": "shop"}, "base_url must be like"),
        ("http://a.example:port", {"app_id": "shop"}, "base_url must be like"),
        ("https://ada:secret@auth.example.com/apps/shop", {}, "base_url must be like"),
        ("https://auth.example.com/apps/shop?x=1", {}, "base_url must be like"),
        ("https://auth.example.com/apps/shop#x", {}, "base_url must be like"),
        ("https://auth.example.com", {}, "app_id is missing"),
        ("https://auth.example.com/apps/shop", {"app_id": "bank"}, "pass one of them"),
        ("https://auth.example.com/apps/shop", {"timeout": 0}, "timeout must be more than 0"),
        ("https://auth.example.com/apps/shop", {"timeout": None}, "timeout must be more than 0"),
        ("https://auth.example.com/apps/shop", {"timeout": "5"}, "timeout must be more than 0"),
        ("https://auth.example.com/apps/shop", {"timeout": float("inf")}, "timeout must be more than 0"),
        ("https://auth.example.com/apps/shop", {"clock_tolerance": None}, "clock_tolerance must be 0 to 300"),
        ("https://auth.example.com/apps/shop", {"clock_tolerance": 301}, "clock_tolerance must be 0 to 300"),
        ("https://auth.example.com/apps/shop", {"clock_tolerance": float("nan")}, "clock_tolerance must be 0 to 300"),
        ("https://auth.example.com/apps/shop", {"api_key": "two words"}, "characters that no key has"),
    ],
)
def test_wrong_options_are_rejected_with_what_to_change(base_url: str, options: Any, message: str) -> None:
    error = catch(lambda: Thumbturn(base_url, **options))
    assert (error.code, message in str(error)) == ("invalid_options", True)


def test_an_application_is_found_by_its_path_its_host_and_below_a_path() -> None:
    def read_url(base_url: str, **options: Any) -> str:
        urls = list[str]()

        def respond(request: httpx.Request) -> httpx.Response:
            urls.append(str(request.url))
            return httpx.Response(204)

        create_sync(respond, base_url, api_key="key\n", **options).users.delete("user-1")
        return urls[0].removesuffix("/fido2/v2/mgmt/users/user-1")

    assert read_url("http://localhost:4300/apps/shop/") == "http://localhost:4300/apps/shop"
    assert read_url("http://localhost:4300", app_id="shop") == "http://localhost:4300/apps/shop"
    assert read_url("https://example.com/id/", app_id="shop") == "https://example.com/id/apps/shop"
    assert read_url("https://shop.example.com", app_id="shop") == "https://shop.example.com/apps/shop"


@pytest.mark.parametrize("user_id", ["", ".", "..", None, 7])
def test_an_id_that_would_change_the_path_is_rejected(user_id: Any) -> None:
    thumbturn = create_sync(lambda _: pytest.fail("sent"), api_key="key")
    assert catch(lambda: thumbturn.users.delete(user_id)).code == "invalid_request"


@pytest.mark.parametrize("text", ["\ud800", "x" * 70_000], ids=["half of a surrogate pair", "long"])
def test_an_argument_that_fits_into_no_address_is_rejected(text: str) -> None:
    thumbturn = create_sync(lambda _: pytest.fail("sent"), api_key="key")
    assert catch(lambda: thumbturn.users.find(text)).code == "invalid_request"
    assert catch(lambda: thumbturn.users.delete(text)).code == "invalid_request"


def test_a_body_that_is_no_json_is_rejected() -> None:
    thumbturn = create_sync(lambda _: pytest.fail("sent"), api_key="key")
    circular: dict[str, Any] = {}
    circular["self"] = circular
    for claims in ({"department": object()}, circular, {"level": float("nan")}):
        assert catch(lambda claims=claims: thumbturn.users.set_claims("user-1", claims)).code == "invalid_request"  # type: ignore[misc]


def test_an_id_with_slashes_is_one_segment() -> None:
    urls = list[str]()

    def respond(request: httpx.Request) -> httpx.Response:
        urls.append(request.url.raw_path.decode())
        return httpx.Response(204)

    create_sync(respond, api_key="key").users.delete("../x/y?z#a b")
    assert urls == ["/apps/shop/fido2/v2/mgmt/users/..%2Fx%2Fy%3Fz%23a%20b"]


@sync_and_async
def test_a_call_without_its_key_sends_nothing(client: Client) -> None:
    thumbturn = client(lambda _: pytest.fail("sent"))
    assert catch(lambda: thumbturn.users.find("ada")).code == "missing_api_key"
    assert catch(lambda: list(thumbturn.events.list())).code == "missing_api_key"


@sync_and_async
def test_only_a_get_without_a_response_is_repeated_once(client: Client) -> None:
    methods = list[str]()

    def respond(request: httpx.Request) -> httpx.Response:
        methods.append(request.method)
        raise httpx.RemoteProtocolError("Server disconnected without sending a response.")

    thumbturn = client(respond, api_key="key")
    assert catch(lambda: thumbturn.users.find("ada")).code == "unreachable"
    assert methods == ["GET", "GET"]
    for call in [lambda: thumbturn.users.delete("user-1"), lambda: thumbturn.grant("ada", scopes=["reg:write"])]:
        methods.clear()
        assert catch(call).code == "unreachable"
        assert len(methods) == 1


@sync_and_async
def test_a_response_that_is_too_long_is_discarded(client: Client) -> None:
    zeros = gzip.compress(b"0" * (9 * 2**20))
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    thumbturn = client(lambda _: httpx.Response(200, headers=headers, content=zeros), api_key="key")
    assert catch(lambda: thumbturn.users.find("ada")).code == "response_too_large"
    too_many_keys = client(lambda _: httpx.Response(200, json={"keys": ["x" * 2**18]}))
    assert catch(lambda: too_many_keys.verify_token(TOKEN)).code == "response_too_large"


TOKEN = (
    "eyJhbGciOiJFUzI1NiIsImtpZCI6ImZpcnN0In0"
    ".eyJhdWQiOiJzaG9wIiwiaXNzIjoiaHR0cHM6Ly9hdXRoLmV4YW1wbGUuY29tL2FwcHMvc2hvcCJ9.AAAA"
)


@pytest.mark.parametrize(
    "body", ["[" * 100_000, "\ufeff{", '{"a":NaN', "7", '"text"', "null"], ids=["nested", "mark", "cut", *"123"]
)
def test_json_that_is_no_response_of_thumbturn_is_wrong_base_url(body: str) -> None:
    headers = {"content-type": "application/json"}
    thumbturn = create_sync(lambda _: httpx.Response(200, headers=headers, content=body.encode()), api_key="key")
    assert catch(lambda: thumbturn.users.find("ada")).code == "wrong_base_url"


@pytest.mark.parametrize("retry_after", ["soon", "nan", "inf", ""])
def test_a_time_to_wait_that_is_no_number_is_ignored(retry_after: str) -> None:
    body = {"msg": "Too many requests", "msgCode": "TOO_MANY_REQUESTS"}
    headers = {"retry-after": retry_after}
    thumbturn = create_sync(lambda _: httpx.Response(429, headers=headers, json=body), api_key="key")
    error = catch(lambda: thumbturn.users.find("ada"))
    assert (error.code, error.retry_after, error.status) == ("rate_limited", None, 429)


@pytest.mark.parametrize(
    ("status", "reason", "code"),
    [(400, None, "token_malformed"), (401, None, "token_rejected"), (401, "invalid_api_key", "invalid_api_key")],
)
def test_a_rejected_token_and_a_rejected_key_have_different_codes(status: int, reason: str | None, code: str) -> None:
    body = {"msg": "Rejected", "msgCode": "REJECTED", "reason": reason}
    thumbturn = create_sync(lambda _: httpx.Response(status, json=body), api_key="key")
    assert catch(lambda: thumbturn.verify_token_remotely(TOKEN)).code == code


@pytest.mark.parametrize(("status", "code"), [(401, "token_rejected"), (403, "not_enabled")])
def test_a_refresh_that_is_rejected_says_whether_the_token_or_the_setting_is_wrong(status: int, code: str) -> None:
    body = {"msg": "Rejected", "msgCode": "REJECTED"}
    thumbturn = create_sync(lambda _: httpx.Response(status, json=body))
    assert catch(lambda: thumbturn.refresh("token")).code == code


@contextmanager
def serve(write: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """A real server on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            write(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/apps/shop"
    finally:
        server.shutdown()
        server.server_close()


def test_a_response_that_never_ends_times_out() -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.end_headers()
        for _ in range(600):
            try:
                handler.wfile.write(b" ")
                handler.wfile.flush()
            except OSError:
                return
            time.sleep(0.1)

    with serve(drip) as base_url, Thumbturn(base_url, api_key="key", timeout=0.5) as thumbturn:
        error = catch(lambda: thumbturn.users.find("ada"))
    assert error.code == "timeout"
    assert "within 0.5 s" in str(error)


def test_a_redirect_is_not_followed_even_by_a_client_that_follows_redirects() -> None:
    requested = list[str]()

    def respond(request: httpx.Request) -> httpx.Response:
        requested.append(str(request.url))
        return httpx.Response(302, headers={"location": "https://other.example/"})

    http = httpx.Client(transport=httpx.MockTransport(respond), follow_redirects=True)
    thumbturn = Thumbturn("https://auth.example.com/apps/shop", api_key="key", http=http)
    assert catch(lambda: thumbturn.users.find("ada")).code == "wrong_base_url"
    assert len(requested) == 1


@pytest.mark.parametrize(
    "key", ["hello", b"", {}, {"kty": "oct", "k": "AAAA"}, None, 7], ids=["text", "empty", "none", "secret", "no", "7"]
)
def test_what_is_no_private_p256_key_signs_no_service_token(key: Any) -> None:
    error = catch(lambda: sign_service_token(client_id="shop", private_key=key, scope="auth.login"))
    assert error.code == "invalid_options"
    assert error.__cause__ is None
