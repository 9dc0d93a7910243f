"""Compares every call with the contract, so that an added call or field can't be forgotten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import parse_qsl, quote

import httpx
import pytest
from thumbturn import calls, wire
from thumbturn.calls import Call

from clients import Client, create_sync, sync_and_async
from wire_types import is_backend_call, list_operations, read_contract

Operation = dict[str, Any]

current = read_contract("current")
operations = list_operations(current)
own_calls: dict[str, Call[Any]] = {call.name: call for call in vars(calls).values() if isinstance(call, Call)}

WITHOUT_KEY = {"mfaRefresh", "profileEmailVerify", "profilePhoneVerify"}
SAME_AS_ANOTHER = {"profileDelete"}
"""The same as userDelete."""
NOT_SENT = {"app"}
"""The path names the application."""
CHOSEN_BY_SDK = {"after", "limit"}
"""Pages are fetched as you iterate."""

# How each call is made with the values of the contract's examples: `p` has the parameters, `b` the body.
CALLERS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "grantCreate": lambda t, p, b: {"token": t.grant(b["username"], scopes=b["grants"])},
    "externalAuthGrant": lambda t, p, b: {"token": t.grant_external_auth(b["username"])},
    "tokenVerify": lambda t, p, b: t.verify_token_remotely(b["jwtAccess"]) and None,
    "sessionVerify": lambda t, p, b: {"active": t.is_session_active(b)},
    "discover": lambda t, p, b: t.discover(b),
    "mfaRefresh": lambda t, p, b: t.refresh(b["refreshToken"]),
    "userFind": lambda t, p, b: t.users.find(p["username"]),
    "userDelete": lambda t, p, b: t.users.delete(p["userId"]),
    "userSignOut": lambda t, p, b: t.users.sign_out(p["userId"]),
    "userDevicesDelete": lambda t, p, b: t.users.delete_devices(p["userId"]),
    "userPasskeysDelete": lambda t, p, b: t.users.delete_passkeys(p["userId"]),
    "userProfileShow": lambda t, p, b: t.users.find_profile(p["userId"]),
    "userProfileReplace": lambda t, p, b: t.users.set_profile(p["userId"], b),
    "userClaimsReplace": lambda t, p, b: t.users.set_claims(p["userId"], b["claims"]),
    "userGroupsList": lambda t, p, b: {"groups": t.users.list_groups(p["userId"])},
    "userGroupsSet": lambda t, p, b: {"groups": t.users.set_groups(p["userId"], b["groups"])},
    "deviceShow": lambda t, p, b: t.devices.find(p["deviceId"]),
    "deviceDelete": lambda t, p, b: t.devices.delete(p["deviceId"]),
    "anyPasskeyShow": lambda t, p, b: t.passkeys.find(p["passkeyId"]),
    "anyPasskeyRename": lambda t, p, b: t.passkeys.rename(p["passkeyId"], name=b["passkeyName"]),
    "anyPasskeyDelete": lambda t, p, b: t.passkeys.delete(p["passkeyId"]),
    "transactionFind": lambda t, p, b: t.transactions.find(p["txId"]),
    "aaguidFind": lambda t, p, b: t.authenticators.find(p["aaguid"]),
    "blacklistRead": lambda t, p, b: {"items": t.authenticators.list_blocked()},
    "blacklistMerge": lambda t, p, b: t.authenticators.block(b["items"]),
    "blacklistRemove": lambda t, p, b: t.authenticators.unblock(b["aaguids"]),
    "blacklistClear": lambda t, p, b: t.authenticators.unblock_all(),
    "groupsList": lambda t, p, b: {"groups": list(t.groups.list())},
    "groupCreate": lambda t, p, b: t.groups.create(b),
    "groupReplace": lambda t, p, b: t.groups.replace(p["groupId"], b),
    "groupDelete": lambda t, p, b: t.groups.delete(p["groupId"]),
    "groupMembersList": lambda t, p, b: {"members": list(t.groups.list_members(p["groupId"]))},
    "groupMembersAdd": lambda t, p, b: t.groups.add_members(p["groupId"], b["userIds"]),
    "groupMemberRemove": lambda t, p, b: t.groups.remove_member(p["groupId"], p["userId"]),
    "profileEmailSet": lambda t, p, b: t.contacts.set_email(p["id"], b),
    "profileEmailDelete": lambda t, p, b: t.contacts.delete_email(p["id"], b),
    "profilePhoneSet": lambda t, p, b: t.contacts.set_phone(p["id"], b),
    "profilePhoneDelete": lambda t, p, b: t.contacts.delete_phone(p["id"], b),
    "profileEmailVerify": lambda t, p, b: verify_contact(t.contacts.verify_email, b),
    "profilePhoneVerify": lambda t, p, b: verify_contact(t.contacts.verify_phone, b),
}


def verify_contact(verify: Callable[..., Any], body: Any) -> Any:
    return verify(body["username"], code=body["authCode"], username_type=body["usernameType"])


def test_every_call_that_takes_an_api_key_is_there() -> None:
    wanted = {name for name, operation in operations.items() if is_backend_call(operation)}
    assert own_calls.keys() == (wanted - SAME_AS_ANOTHER) | WITHOUT_KEY
    assert CALLERS.keys() == own_calls.keys()


@pytest.mark.parametrize("name", sorted(own_calls))
def test_a_call_has_the_method_path_and_access_of_the_contract(name: str) -> None:
    call, operation = own_calls[name], operations[name]
    assert (call.method, call.path) == (operation["method"], operation["path"])
    assert call.needs_key == is_backend_call(operation)


def read_example(operation: Operation) -> Any:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {name: value for name, value in content.get("example", {}).items() if name not in NOT_SENT}


def read_response(operation: Operation) -> tuple[int, Any]:
    if "204" in operation["responses"]:
        return 204, None
    return 200, operation["responses"]["200"]["content"]["application/json"]["example"]


@sync_and_async
@pytest.mark.parametrize("name", sorted(own_calls))
def test_an_example_of_the_contract_is_sent_and_received_unchanged(client: Client, name: str) -> None:
    operation, received = operations[name], list[httpx.Request]()
    parameters = {one["name"]: one["example"] for one in operation.get("parameters", [])}
    body = read_example(operation)
    status, response = read_response(operation)

    def respond(request: httpx.Request) -> httpx.Response:
        received.append(request)
        if len(received) > 1:
            return httpx.Response(200, json={"groups": [], "members": []})
        return httpx.Response(status, json={**response, "added": {"later": 1}} if response else None)

    result = CALLERS[name](client(respond, api_key="ttk_key"), parameters, body)
    expect_request(received[0], operation, parameters=parameters, body=body)
    assert without_page(result) == without_page(response)


def without_page(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: part for name, part in value.items() if name not in ("added", "next")}


def expect_request(request: httpx.Request, operation: Operation, *, parameters: dict[str, Any], body: Any) -> None:
    given = {one["name"]: one["in"] for one in operation.get("parameters", [])}
    path = operation["path"]
    for name in (name for name, place in given.items() if place == "path"):
        path = path.replace(f"{{{name}}}", quote(parameters[name]))
    assert request.method == operation["method"]
    assert request.url.path == f"/apps/shop/fido2/v2{path}"
    query = {name: parameters[name] for name, place in given.items() if place == "query" and name not in CHOSEN_BY_SDK}
    assert dict(parse_qsl(request.url.query.decode())) == query
    assert request.headers.get("authorization") == ("Bearer ttk_key" if is_backend_call(operation) else None)
    assert (json.loads(request.content) if request.content else {}) == body


def test_types_have_every_field_of_the_contract() -> None:
    schemas = current["components"]["schemas"]
    types = {name: one for name, one in vars(wire).items() if hasattr(one, "__required_keys__")}
    for name in types.keys() & schemas.keys():
        assert get_type_hints(types[name]).keys() == schemas[name]["properties"].keys() - NOT_SENT, name


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(calls.__file__).parent / "py.typed").exists()


def test_events_are_read_with_the_admin_key_page_by_page() -> None:
    operation = list_operations(read_contract("admin"))["eventsList"]
    example = operation["responses"]["200"]["content"]["application/json"]["example"]
    filters = {
        one["name"]: one["example"]
        for one in operation["parameters"]
        if one["in"] == "query" and one["name"] not in ("before", "limit")
    }
    assert wire.EventFilter.__annotations__.keys() == filters.keys()
    received = list[httpx.URL]()

    def respond(request: httpx.Request) -> httpx.Response:
        assert request.headers["authorization"] == "Bearer ttk_admin"
        received.append(request.url)
        page = {"events": example["events"], **({"next": "older"} if len(received) == 1 else {})}
        return httpx.Response(200, json=page)

    thumbturn = create_sync(respond, admin_key="ttk_admin")
    where: Any = filters
    assert list(thumbturn.events.list(where)) == [*example["events"], *example["events"]]
    assert {url.path for url in received} == {"/admin/v1/applications/shop/events"}
    assert [dict(parse_qsl(url.query.decode())) for url in received] == [filters, {**filters, "before": "older"}]
