"""Protected resources in FastAPI and Django, and what the vectors, which have one request each, don't show."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Annotated, Any

import httpx
import pytest
from django.http import JsonResponse
from django.test import AsyncClient
from django.test import Client as DjangoClient
from django.urls import path
from fastapi import Depends, FastAPI
from thumbturn import (
    AsyncProtectedResource,
    IntrospectionOptions,
    ProtectedResource,
    ResourceAccess,
    ResourceRequest,
    ThumbturnError,
)
from thumbturn.django import AccessRequest
from thumbturn.django import require_access as require_django_access
from thumbturn.django import serve_metadata as serve_django_metadata
from thumbturn.fastapi import install, require_access, serve_metadata

from signing import NOW, publish, sign
from test_resource_vectors import create_async, create_sync, own, rename, sync_and_async
from vectors import vectors

# Configures Django.
django_site: Any = import_module("test_middleware")

RESOURCE = "https://mcp.example.com/notes/mcp"
METADATA_PATH = "/.well-known/oauth-protected-resource/notes/mcp"
Response = tuple[int, dict[str, str], Any]
Send = Callable[..., Response]


class Service:
    """Its clock, and what it says about tokens."""

    def __init__(self) -> None:
        self.now = NOW
        self.status, self.is_active = 200, True
        self.questions = 0

    def respond(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/openid/introspect"):
            self.questions += 1
            return httpx.Response(self.status, json={"active": self.is_active})
        return httpx.Response(200, json={"keys": [publish("first")]})


service = Service()


@pytest.fixture(autouse=True)
def _service() -> None:
    service.__init__()  # type: ignore[misc]


def options(**more: Any) -> Any:
    common = {"scopes": ["notes:read"], "scopes_supported": ["notes:read", "notes:write"], "now": lambda: service.now}
    return {"issuer": "https://auth.example.com/apps/shop", "resource": RESOURCE, **common, **more}


def issue(**changes: Any) -> str:
    """An access token of a client."""
    left_out = dict.fromkeys(("tokenType", "username", "scopes", "rpId"))
    claims = {"aud": RESOURCE, "client_id": "app", "scope": "notes:read", "auth_time": NOW - 60}
    return sign({**left_out, **claims, **changes}, header={"typ": "at+jwt"})


def create_blocking() -> ProtectedResource:
    return create_sync(service.respond, **options())


def create_awaited() -> AsyncProtectedResource:
    http = httpx.AsyncClient(transport=httpx.MockTransport(service.respond))
    return AsyncProtectedResource(http=http, **options())


def describe(access: ResourceAccess) -> dict[str, Any]:
    return {"userId": access.user_id, "clientId": access.client_id, "scopes": list(access.scopes)}


def send_to_fastapi(create: Callable[[], Any]) -> Send:
    def send(method: str, target: str, headers: dict[str, str], scopes: tuple[str, ...] = ()) -> Response:
        app, resource = FastAPI(), create()
        install(app)
        app.include_router(serve_metadata(resource))
        require = require_access(resource, scopes=scopes)

        @app.post("/notes/mcp")
        async def call(access: Annotated[ResourceAccess, Depends(require)]) -> dict[str, Any]:
            return describe(access)

        async def request() -> httpx.Response:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://evil.example") as http:
                return await http.request(method, target, headers=headers)

        response = asyncio.run(request())
        return response.status_code, dict(response.headers), json.loads(response.content or b"null")

    return send


def send_to_django(create: Callable[[], Any], is_async: bool) -> Send:
    def send(method: str, target: str, headers: dict[str, str], scopes: tuple[str, ...] = ()) -> Response:
        async def call_async(request: AccessRequest) -> JsonResponse:
            return JsonResponse(describe(request.access))

        def call(request: AccessRequest) -> JsonResponse:
            return JsonResponse(describe(request.access))

        resource = create()
        view = require_django_access(resource, scopes=scopes)(call_async if is_async else call)
        django_site.routes[:] = [path("notes/mcp", view), serve_django_metadata(resource)]
        response: Any
        client: Any = AsyncClient() if is_async else DjangoClient(enforce_csrf_checks=True)
        response = client.generic(method, target, headers=headers)
        response = asyncio.run(response) if is_async else response
        names = {name.lower(): value for name, value in response.headers.items()}
        return response.status_code, names, json.loads(response.content or b"null")

    return send


frameworks = pytest.mark.parametrize(
    "send",
    [
        send_to_fastapi(create_awaited),
        send_to_fastapi(create_blocking),
        send_to_django(create_blocking, False),
        send_to_django(create_awaited, True),
        send_to_django(create_blocking, True),
    ],
    ids=["fastapi", "fastapi-blocking", "django", "django-async", "django-async-blocking"],
)


def is_part(expected: dict[str, str], actual: dict[str, str]) -> bool:
    return expected.items() <= actual.items()


def case_named(name: str) -> Any:
    return next(case for case in vectors["resources"] if case["name"] == name)


@frameworks
def test_a_token_for_the_resource_is_admitted_and_says_who_calls(send: Send) -> None:
    status, _, body = send("POST", "/notes/mcp", {"Authorization": f"Bearer {issue()}"})
    assert (status, body) == (200, {"userId": "user-1", "clientId": "app", "scopes": ["notes:read"]})


@frameworks
@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("no header", {}),
        ("text instead of a token", {"Authorization": "Bearer hello"}),
        ("a scope that this request needs besides", {"Authorization": f"Bearer {issue()}"}),
    ],
)
def test_a_rejected_request_gets_the_response_of_the_vectors(send: Send, name: str, sent: dict[str, str]) -> None:
    case = case_named(name)
    expect = case["expect"]
    status, headers, body = send("POST", "/notes/mcp", sent, tuple(case.get("scopes", ())))
    assert (status, body) == (expect["status"], expect["body"])
    assert is_part(expect["headers"], headers)


@frameworks
def test_a_bound_token_needs_the_proof_of_its_request(send: Send) -> None:
    case = case_named("a bound token with a proof")
    request, service.now = case["request"], case["at"]
    sent = {"Authorization": request["authorization"], "DPoP": request["dpop"]}
    assert send("POST", "/notes/mcp", sent)[0] == 200
    status, headers, _ = send("POST", "/notes/mcp", {"Authorization": request["authorization"]})
    assert (status, headers["www-authenticate"].split(" ")[0]) == (401, "DPoP")


@frameworks
def test_every_page_can_read_the_metadata_whatever_host_the_request_names(send: Send) -> None:
    status, headers, body = send("GET", f"{METADATA_PATH}?x=1", {"X-Forwarded-Host": "evil.example"})
    assert (status, body["resource"], body["scopes_supported"]) == (200, RESOURCE, ["notes:read", "notes:write"])
    assert body["authorization_servers"] == ["https://auth.example.com/apps/shop"]
    assert is_part({"access-control-allow-origin": "*", "content-type": "application/json"}, headers)
    assert send("OPTIONS", METADATA_PATH, {})[0] == 204
    assert send("POST", METADATA_PATH, {})[0] == 405


def test_a_view_that_blocks_needs_the_blocking_resource() -> None:
    with pytest.raises(ThumbturnError) as caught:
        require_django_access(create_awaited())(lambda _: JsonResponse({}))
    assert caught.value.code == "invalid_options"


def test_scopes_as_one_text_are_invalid_options() -> None:
    with pytest.raises(ThumbturnError) as caught:
        create_sync(service.respond, **options(scopes="notes:read"))
    assert caught.value.code == "invalid_options"


def admit(resource: Any, token: str) -> str:
    """The code of the rejection, or `admitted`."""
    errors: list[ThumbturnError] = []
    request = ResourceRequest("POST", "/notes/mcp", f"Bearer {token}")
    resource.admit(request, on_rejected=errors.append)
    return errors[0].code if errors else "admitted"


@pytest.fixture
def token() -> str:
    return issue()


@sync_and_async
def test_each_proof_works_once(create: Any) -> None:
    case = case_named("a bound token with a proof")
    resource = create(lambda _: httpx.Response(200, json=own["keys"]), now=lambda: NOW, **rename(own["options"]))
    request = ResourceRequest(**case["request"])
    errors: list[ThumbturnError] = []
    for _ in range(2):
        resource.admit(request, on_rejected=errors.append)
    assert [(error.code, error.message) for error in errors] == [
        ("token_wrong_proof", "The DPoP proof is not valid: it was used before")
    ]


@sync_and_async
def test_an_outage_is_no_rejection(create: Any, token: str) -> None:
    resource = create(lambda _: httpx.Response(502), **options())
    response = resource.admit(ResourceRequest("POST", "/notes/mcp", f"Bearer {token}"))
    assert (response.status, response.headers["retry-after"]) == (503, "5")


def create_asking(create: Any, **more: Any) -> Any:
    """A resource that asks the service about tokens."""
    return create(service.respond, **options(introspection=IntrospectionOptions("notes-server", "secret", **more)))


@sync_and_async
def test_a_revoked_token_ends_within_a_minute_for_which_the_service_is_asked_once(create: Any, token: str) -> None:
    resource = create_asking(create)
    assert admit(resource, token) == "admitted"
    service.is_active, service.now = False, NOW + 59
    assert admit(resource, token) == "admitted"
    assert service.questions == 1
    service.now = NOW + 60
    assert admit(resource, token) == "token_rejected"
    assert service.questions == 2


def test_threads_share_a_question(token: str) -> None:
    resource = create_asking(create_sync)
    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(lambda _: admit(resource, token), range(8))) == {"admitted"}
    assert service.questions == 1


def test_tasks_share_a_question(token: str) -> None:
    http = httpx.AsyncClient(transport=httpx.MockTransport(service.respond))
    asked = IntrospectionOptions("notes-server", "secret")
    resource = AsyncProtectedResource(http=http, **options(introspection=asked))

    async def ask() -> list[object]:
        request = ResourceRequest("POST", "/notes/mcp", f"Bearer {token}")
        return await asyncio.gather(*(resource.admit(request) for _ in range(8)))

    assert all(isinstance(outcome, ResourceAccess) for outcome in asyncio.run(ask()))
    assert service.questions == 1


@sync_and_async
def test_a_revoked_token_ends_at_once_if_the_service_is_asked_for_each_request(create: Any, token: str) -> None:
    resource = create_asking(create, cache_seconds=0)
    assert admit(resource, token) == "admitted"
    service.is_active = False
    assert admit(resource, token) == "token_rejected"


@sync_and_async
def test_after_a_failure_requests_do_not_wait_for_the_service_for_five_seconds(create: Any, token: str) -> None:
    resource = create_asking(create)
    service.status = 502
    assert admit(resource, token) == "server_error"
    service.status = 200
    assert admit(resource, token) == "server_error"
    assert service.questions == 1
    service.now += 5
    assert admit(resource, token) == "admitted"


@sync_and_async
def test_tokens_that_were_not_revoked_before_count_during_an_outage_by_choice(create: Any, token: str) -> None:
    resource, revoked = create_asking(create, during_outage="accept"), issue(jti="token-2")
    service.is_active = False
    assert admit(resource, revoked) == "token_rejected"
    service.status, service.now = 502, NOW + 61
    assert admit(resource, revoked) == "token_rejected"
    assert admit(resource, token) == "admitted"


@pytest.mark.parametrize("cache_seconds", [None, "60", float("nan"), -1, 3_601])
def test_a_time_of_introspection_that_is_none_is_an_invalid_option(cache_seconds: Any) -> None:
    with pytest.raises(ThumbturnError, match="cache_seconds must be 0 to 3600") as caught:
        IntrospectionOptions("notes-server", "secret", cache_seconds=cache_seconds)
    assert caught.value.code == "invalid_options"


def test_neither_secrets_nor_tokens_are_shown(token: str) -> None:
    resource = create_async(service.respond, **options())
    request = ResourceRequest("POST", "/notes/mcp", f"Bearer {token}")
    assert token not in f"{request!r} {resource.admit(request)!r}"
    assert "secret" not in repr(IntrospectionOptions("notes-server", "secret"))
