"""FastAPI and Django admit and reject the same requests, with the responses of the Node SDK."""

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any

import django
import httpx
import pytest
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.test import AsyncClient, Client
from django.urls import path
from fastapi import Depends, FastAPI
from thumbturn import AccessClaims, AsyncThumbturn, Thumbturn, ThumbturnError, TokenRequirements
from thumbturn.django import TokenRequest, require_token, token_middleware
from thumbturn.fastapi import install
from thumbturn.fastapi import require_token as require_fastapi_token

from signing import NOW, publish, sign

BASE_URL = "https://auth.example.com/apps/shop"
Response = tuple[int, dict[str, str], Any]
Send = Callable[..., Response]

# Each rejection, for the log.
reasons = list[str]()
is_down = False
rejects_remotely = False


def respond(request: httpx.Request) -> httpx.Response:
    if is_down:
        raise httpx.ConnectError("Connection refused")
    if request.url.path.endswith("/token/verify"):
        body = {"msg": "The user was deleted", "msgCode": "UNAUTHORIZED"}
        return httpx.Response(401, json=body) if rejects_remotely else httpx.Response(204)
    return httpx.Response(200, json={"keys": [publish("first")]})


def create_blocking() -> Thumbturn:
    http = httpx.Client(transport=httpx.MockTransport(respond))
    return Thumbturn(BASE_URL, http=http, now=lambda: NOW, api_key="key")


def create_async() -> AsyncThumbturn:
    http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    return AsyncThumbturn(BASE_URL, http=http, now=lambda: NOW, api_key="key")


def send_to_fastapi(create: Callable[[], Any]) -> Send:
    def send(requirements: TokenRequirements, headers: dict[str, str]) -> Response:
        app = FastAPI()
        install(app)
        require = require_fastapi_token(create(), requirements)

        @app.get("/me")
        async def show(claims: Annotated[AccessClaims, Depends(require)]) -> dict[str, str]:
            return {"username": claims["username"]}

        response = asyncio.run(get_asgi(app, headers))
        return response.status_code, dict(response.headers), response.json()

    return send


async def get_asgi(app: FastAPI, headers: dict[str, str]) -> httpx.Response:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop.example") as http:
        return await http.get("/me", headers=headers)


def send_to_django(create: Callable[[], Any], is_async: bool) -> Send:
    def send(requirements: TokenRequirements, headers: dict[str, str]) -> Response:
        async def show_async(request: TokenRequest) -> JsonResponse:
            return JsonResponse({"username": request.claims["username"]})

        def show(request: TokenRequest) -> JsonResponse:
            return JsonResponse({"username": request.claims["username"]})

        response: Any
        protect = require_token(create(), requirements)
        routes[:] = [path("me", protect(show_async if is_async else show))]
        if is_async:
            # The client replaces a header of this name.
            client = AsyncClient()
            client.cookies.load(headers.get("Cookie", ""))
            response = asyncio.run(client.get("/me", headers=headers))
        else:
            response = Client().get("/me", headers=headers)
        return response.status_code, {k.lower(): v for k, v in response.headers.items()}, json.loads(response.content)

    return send


def send_through_middleware(requirements: TokenRequirements, headers: dict[str, str]) -> Response:
    global api_tokens  # noqa: PLW0603
    api_tokens = token_middleware(create_blocking(), requirements, paths=["/me"])

    def show(request: TokenRequest) -> JsonResponse:
        return JsonResponse({"username": request.claims["username"]})

    routes[:] = [path("me", show)]
    settings.MIDDLEWARE = [f"{__name__}.api_tokens"]
    try:
        response = Client().get("/me", headers=headers)
    finally:
        settings.MIDDLEWARE = []
    return response.status_code, {k.lower(): v for k, v in response.headers.items()}, json.loads(response.content)


routes: list[Any] = []
urlpatterns = routes
api_tokens: Any = None

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="test", MIDDLEWARE=[])
django.setup()

frameworks = pytest.mark.parametrize(
    "send",
    [
        send_to_fastapi(create_async),
        send_to_fastapi(create_blocking),
        send_to_django(create_blocking, False),
        send_to_django(create_async, True),
        send_to_django(create_blocking, True),
        send_through_middleware,
    ],
    ids=["fastapi", "fastapi-blocking", "django", "django-async", "django-async-blocking", "django-middleware"],
)


@pytest.fixture(autouse=True)
def _reset() -> None:
    global is_down, rejects_remotely  # noqa: PLW0603
    is_down = rejects_remotely = False
    reasons.clear()


def require(**options: Any) -> TokenRequirements:
    return TokenRequirements(**options, on_rejected=lambda error: reasons.append(error.code))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"bEARER  {token} "}


INVALID = {"msg": "This needs a valid access token: sign in"}
INSUFFICIENT = {"msg": "This token does not allow that"}


@frameworks
def test_a_valid_token_is_admitted_with_its_claims(send: Send) -> None:
    status, _, body = send(require(scopes=["user:read"]), bearer(sign()))
    assert (status, body) == (200, {"username": "ada@example.com"})
    assert reasons == []


@frameworks
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer"}])
def test_a_request_without_a_token_gets_401(send: Send, headers: dict[str, str]) -> None:
    status, received, body = send(require(), headers)
    assert (status, body) == (401, {**INVALID, "msgCode": "token_missing"})
    assert received["www-authenticate"] == "Bearer"
    assert received["cache-control"] == "no-store"
    assert received["content-type"].startswith("application/json")


@frameworks
def test_an_invalid_token_gets_401_and_its_reason_goes_to_the_log(send: Send) -> None:
    status, received, body = send(require(), bearer(sign({"exp": NOW - 100})))
    assert (status, body) == (401, {**INVALID, "msgCode": "token_expired"})
    assert received["www-authenticate"] == 'Bearer error="invalid_token"'
    assert reasons == ["token_expired"]


@frameworks
@pytest.mark.parametrize(
    ("options", "code"),
    [({"scopes": ["passkey:write"]}, "token_missing_scope"), ({"passkey": True}, "token_without_passkey")],
)
def test_a_token_that_is_not_enough_gets_403(send: Send, options: Any, code: str) -> None:
    status, received, body = send(require(**options), bearer(sign()))
    assert (status, body) == (403, {**INSUFFICIENT, "msgCode": code})
    assert received["www-authenticate"] == 'Bearer error="insufficient_scope"'


@frameworks
def test_during_an_outage_requests_get_503_so_that_users_stay_signed_in(send: Send) -> None:
    global is_down  # noqa: PLW0603
    is_down = True
    status, received, body = send(require(), bearer(sign()))
    message = "Sign-ins cannot be verified right now: try again"
    assert (status, body) == (503, {"msg": message, "msgCode": "server_error"})
    assert received["retry-after"] == "5"
    assert "www-authenticate" not in received
    assert reasons == ["unreachable"]


@frameworks
def test_a_cookie_carries_the_token_only_if_it_is_named(send: Send) -> None:
    cookie = {"Cookie": f"other=1; session={sign()}"}
    assert send(require(cookie="session"), cookie)[0] == 200
    assert send(require(cookie="other"), cookie)[0] == 401
    assert send(require(), cookie)[0] == 401
    assert send(require(), {"Cookie": f"={sign()}"})[0] == 401


@frameworks
def test_a_token_is_verified_remotely_on_request(send: Send) -> None:
    global rejects_remotely  # noqa: PLW0603
    assert send(require(remotely=True), bearer(sign()))[0] == 200
    rejects_remotely = True
    assert send(require(), bearer(sign()))[0] == 200
    assert send(require(remotely=True), bearer(sign()))[2]["msgCode"] == "token_rejected"


@pytest.mark.parametrize(("requested", "status"), [("/me", 401), ("/me/x", 401), ("/men", 200), ("/", 200)])
def test_middleware_protects_only_its_paths(requested: str, status: int) -> None:
    create = token_middleware(create_blocking(), paths=["/me/"])
    request = HttpRequest()
    request.path_info = requested
    assert create(lambda _: JsonResponse({}))(request).status_code == status


def test_a_decorated_view_is_exempt_from_the_csrf_check_only_without_a_cookie() -> None:
    def view(_: HttpRequest) -> JsonResponse:
        return JsonResponse({})

    assert vars(require_token(create_blocking())(view))["csrf_exempt"] is True
    assert vars(require_token(create_blocking(), require(cookie="session"))(view))["csrf_exempt"] is False


def test_a_view_that_blocks_needs_the_blocking_client() -> None:
    with pytest.raises(ThumbturnError) as caught:
        require_token(create_async())(lambda _: JsonResponse({}))
    assert caught.value.code == "invalid_options"


def test_scopes_as_one_text_are_invalid_options() -> None:
    with pytest.raises(ThumbturnError) as caught:
        require(scopes="user:read")
    assert caught.value.code == "invalid_options"
