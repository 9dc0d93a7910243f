"""The vectors of protected resources, with both clients."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from thumbturn import (
    AsyncProtectedResource,
    IntrospectionOptions,
    ProtectedResource,
    ResourceAccess,
    ResourceRequest,
    ResourceResponse,
    ThumbturnError,
)

from clients import Blocking, Client, Respond
from vectors import cases, vectors

Case = dict[str, Any]

own: Case = vectors["resource"]
NAMES = {
    "scopesSupported": "scopes_supported",
    "impliedScopes": "implied_scopes",
    "baseUrl": "base_url",
    "clientId": "client_id",
    "clientSecret": "client_secret",
    "cacheSeconds": "cache_seconds",
    "duringOutage": "during_outage",
    "userId": "user_id",
    "expiresAt": "expires_at",
}


def rename(given: Case) -> Case:
    """Names as in Python."""
    return {NAMES.get(name, name): value for name, value in given.items()}


def create_sync(respond: Respond, **options: Any) -> ProtectedResource:
    return ProtectedResource(http=httpx.Client(transport=httpx.MockTransport(respond)), **options)


def create_async(respond: Respond, **options: Any) -> Any:
    return Blocking(AsyncProtectedResource(http=httpx.AsyncClient(transport=httpx.MockTransport(respond)), **options))


sync_and_async = pytest.mark.parametrize("create", [create_sync, create_async], ids=["sync", "async"])


def serve(reply: Case | None) -> Respond:
    """A service that has the keys of the vectors, and is asked about a token only if the case has a response."""

    def respond(request: httpx.Request) -> httpx.Response:
        if str(request.url) == own["keySetUrl"]:
            return httpx.Response(200, json=own["keys"])
        assert str(request.url) == own["introspectionUrl"]
        assert reply, "the service is asked about the token"
        fields = dict(parse_qsl(request.content.decode(), strict_parsing=True))
        assert fields.pop("token")
        assert fields == {"client_id": "notes-server", "client_secret": "secret"}
        return httpx.Response(reply["status"], headers=reply["headers"], content=reply["body"].encode())

    return respond


@sync_and_async
@cases("resources")
def test_request(create: Client, case: Case) -> None:
    options, asked, errors = rename(own["options"]), case.get("introspection"), list[ThumbturnError]()
    if asked is not None:
        outage = asked.get("duringOutage", "reject")
        options["introspection"] = IntrospectionOptions("notes-server", "secret\n", during_outage=outage)
    resource = create(serve((asked or {}).get("response")), now=lambda: case["at"], **options)
    request = ResourceRequest(**case["request"])
    outcome = resource.admit(request, scopes=case.get("scopes", ()), on_rejected=errors.append)
    expect = case["expect"]
    if "access" in expect:
        assert isinstance(outcome, ResourceAccess), errors
        wanted = {"user_id": None, **rename(expect["access"])}
        assert {name: getattr(outcome, name) for name in wanted} == {**wanted, "scopes": tuple(wanted["scopes"])}
    else:
        assert isinstance(outcome, ResourceResponse)
        assert errors[0].code == expect["code"], errors[0].message
        require_response(outcome, expect)


def require_response(response: ResourceResponse, expect: Case) -> None:
    assert (response.status, response.headers, response.body) == (expect["status"], expect["headers"], expect["body"])


@cases("resourceMetadata")
def test_request_for_metadata(case: Case) -> None:
    resource = create_sync(serve(None), **rename(own["options"]))
    response = resource.describe(ResourceRequest(case["method"], case["path"]))
    if case["expect"] is None:
        assert response is None
    else:
        assert response
        require_response(response, case["expect"])


@cases("resourceOptions")
def test_options(case: Case) -> None:
    def create() -> ProtectedResource:
        options = rename({**own["options"], **case["options"]})
        if "introspection" in options:
            options["introspection"] = IntrospectionOptions(**rename(options["introspection"]))
        return create_sync(serve(None), **options)

    if "code" in case["expect"]:
        with pytest.raises(ThumbturnError) as caught:
            create()
        assert caught.value.code == case["expect"]["code"]
    else:
        assert create().metadata_url == case["expect"]["metadataUrl"]
