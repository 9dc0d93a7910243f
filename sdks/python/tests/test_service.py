"""Against a service: `npm run sdks:test -- python` at the root of the repository starts one."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from thumbturn import (
    AsyncProtectedResource,
    AsyncThumbturn,
    IntrospectionOptions,
    ProtectedResource,
    ResourceAccess,
    ResourceRequest,
    Thumbturn,
    ThumbturnError,
    sign_service_token,
)

from clients import Blocking

pytestmark = pytest.mark.skipif("THUMBTURN_URL" not in os.environ, reason="THUMBTURN_URL names no service")


@pytest.fixture(scope="module")
def situation() -> Any:
    """A user, and the tokens of their sign-in, transaction, and flow."""
    return json.loads(Path(os.environ["THUMBTURN_SITUATION"]).read_text("utf-8"))


def read_options() -> dict[str, Any]:
    return {
        "base_url": os.environ["THUMBTURN_URL"],
        "issuer": os.environ["THUMBTURN_ISSUER"],
        "api_key": os.environ["THUMBTURN_API_KEY"],
        "admin_key": os.environ["THUMBTURN_ADMIN_KEY"],
        "timeout": 60,
    }


class OneShot(Blocking):
    """The client of asyncio. Each call runs in an event loop of its own, so it needs connections of its own."""

    def __init__(self) -> None:
        limits = httpx.Limits(max_keepalive_connections=0)
        super().__init__(AsyncThumbturn(http=httpx.AsyncClient(limits=limits), **read_options()))


@pytest.fixture(params=["sync", "async"])
def thumbturn(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "sync":
        with Thumbturn(**read_options()) as client:
            yield client
    else:
        yield OneShot()


def catch_code(call: Callable[[], object]) -> str:
    with pytest.raises(ThumbturnError) as caught:
        call()
    return caught.value.code


def test_a_sign_in_is_verified_with_public_keys_and_by_a_call(thumbturn: Any, situation: Any) -> None:
    token = situation["accessToken"]
    claims = thumbturn.verify_token(token, scopes=["passkey:read"], passkey=True)
    assert (claims["sub"], claims["username"]) == (situation["userId"], situation["username"])
    assert thumbturn.verify_token_remotely(token) == claims
    assert catch_code(lambda: thumbturn.verify_token_remotely(token[:-4] + "AAAA")) == "token_rejected"
    assert catch_code(lambda: thumbturn.verify_token(token[:-4] + "AAAA")) == "token_bad_signature"
    assert thumbturn.verify_token(situation["idToken"], type="idToken", max_age=600)["acr"] == "phr"
    assert catch_code(lambda: thumbturn.verify_token(situation["idToken"])) == "token_wrong_type"


def test_a_session_is_active_until_the_passkey_is_another(thumbturn: Any, situation: Any) -> None:
    session = {"userId": situation["userId"], "passkeyId": situation["passkeyId"]}
    assert thumbturn.is_session_active(session) is True
    assert thumbturn.is_session_active({**session, "passkeyId": situation["userId"]}) is False


def test_a_confirmed_transaction_is_verified_and_found(thumbturn: Any, situation: Any) -> None:
    transaction, payload, user_id = situation["transaction"], situation["payload"], situation["userId"]
    expected = {"payload": payload, "nonce": transaction["nonce"], "user_id": user_id}
    assert thumbturn.verify_transaction(transaction["token"], **expected)["sub"] == user_id
    for name, code in [("payload", "payload"), ("nonce", "nonce"), ("user_id", "user")]:
        changed = {**expected, name: "another"}
        caught = catch_code(lambda changed=changed: thumbturn.verify_transaction(transaction["token"], **changed))  # type: ignore[misc]
        assert caught == f"transaction_wrong_{code}"
    found = thumbturn.transactions.find(transaction["txId"])
    assert (found["txPayload"], found["userId"]) == (payload, user_id)
    assert thumbturn.transactions.find("00000000-0000-4000-8000-000000000000") is None


def test_a_signed_payload_is_verified(thumbturn: Any, situation: Any) -> None:
    signature, payload, user_id = situation["payloadSignature"], situation["payload"], situation["userId"]
    claims = thumbturn.verify_payload(signature, payload=payload, user_id=user_id)
    assert [one["credentialId"] for one in claims["contentSignatures"]] != []
    assert catch_code(lambda: thumbturn.verify_payload(signature, payload="x")) == "transaction_wrong_payload"


def test_grants_and_backend_assertions_are_no_proof_of_a_sign_in(thumbturn: Any, situation: Any) -> None:
    granted = thumbturn.grant(situation["username"], scopes=["passkey:read"])
    assert catch_code(lambda: thumbturn.verify_token(granted)) == "token_wrong_type"
    assert catch_code(lambda: thumbturn.verify_token(thumbturn.grant_external_auth("ada"))) == "token_wrong_type"


def test_users_passkeys_and_devices_are_found(thumbturn: Any, situation: Any) -> None:
    user_id, passkey_id, device_id = (situation[name] for name in ("userId", "passkeyId", "deviceId"))
    found = thumbturn.users.find(situation["username"])
    assert found["user"]["userId"] == user_id
    assert [passkey["id"] for passkey in found["passkeys"]] == [passkey_id]
    assert thumbturn.users.find("nobody@example.com") is None
    thumbturn.passkeys.rename(passkey_id, name="Schlüssel 🔑")
    assert thumbturn.passkeys.find(passkey_id)["name"] == "Schlüssel 🔑"
    assert thumbturn.devices.find(device_id)["userIds"] == [user_id]
    assert catch_code(lambda: thumbturn.passkeys.delete("00000000-0000-4000-8000-000000000000")) == "not_found"


def test_profiles_claims_and_contacts_change(thumbturn: Any, situation: Any) -> None:
    user_id = situation["userId"]
    assert thumbturn.users.set_profile(user_id, {"name": "Ada Lovelace", "locale": "en-GB"})["locale"] == "en-GB"
    assert thumbturn.users.set_claims(user_id, {"department": "Engines"})["claims"] == {"department": "Engines"}
    assert thumbturn.users.find_profile(user_id)["name"] == "Ada Lovelace"
    thumbturn.contacts.set_email(user_id, {"email": "ada@sdk.example", "requestVerification": False})
    assert "ada@sdk.example" in thumbturn.users.find("ada@sdk.example")["user"]["usernames"]
    thumbturn.contacts.delete_email(user_id, {"email": "ada@sdk.example"})
    verify = thumbturn.contacts.verify_email
    assert catch_code(lambda: verify(situation["username"], code="000000")) == "invalid_code"


def test_groups_have_members_page_by_page(thumbturn: Any, situation: Any) -> None:
    group = thumbturn.groups.create({"name": "admins", "claims": {"level": 7}})
    thumbturn.groups.add_members(group["id"], [situation["userId"]])
    assert [member["userId"] for member in thumbturn.groups.list_members(group["id"])] == [situation["userId"]]
    assert [one["name"] for one in thumbturn.users.list_groups(situation["userId"])] == ["admins"]
    assert thumbturn.groups.replace(group["id"], {"name": "owners"})["name"] == "owners"
    assert [one["name"] for one in thumbturn.groups.list()] == ["owners"]
    assert thumbturn.users.set_groups(situation["userId"], []) == []
    thumbturn.groups.delete(group["id"])


def test_authenticator_models_are_blocked_and_unblocked(thumbturn: Any) -> None:
    aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd"
    thumbturn.authenticators.block([{"aaguid": aaguid, "auth": True, "reg": True}])
    assert [item["aaguid"] for item in thumbturn.authenticators.list_blocked()] == [aaguid]
    thumbturn.authenticators.unblock([aaguid])
    thumbturn.authenticators.unblock_all()
    assert thumbturn.authenticators.list_blocked() == []
    assert thumbturn.authenticators.find(aaguid)["name"]


def test_discovery_knows_users(thumbturn: Any, situation: Any) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    found = thumbturn.discover({"user": {"username": situation["username"]}, "userAgent": agent})
    assert (found["userId"], found["matchResult"]) == (situation["userId"], "NoAuthMethod")
    unknown = thumbturn.discover({"user": {"username": "unknown@example.com"}, "userAgent": agent})
    assert unknown["matchResult"] == "UserNotFound"


def test_events_are_listed_newest_first(thumbturn: Any, situation: Any) -> None:
    events = list(thumbturn.events.list({"user": situation["userId"]}))
    assert {event["userId"] for event in events} == {situation["userId"]}
    assert [event["uuid"] for event in events] == sorted((event["uuid"] for event in events), reverse=True)


def test_a_refresh_token_works_once(situation: Any) -> None:
    with Thumbturn(**read_options()) as thumbturn:
        refreshed = thumbturn.refresh(situation["refreshToken"])
        thumbturn.verify_token(refreshed["accessToken"])
        assert catch_code(lambda: thumbturn.refresh(situation["refreshToken"])) == "token_rejected"


@pytest.mark.parametrize("is_async", [False, True])
def test_a_protected_resource_admits_the_client_of_a_user_until_its_token_is_revoked(
    is_async: bool, situation: Any
) -> None:
    prepared, asked = (
        situation["resource"],
        IntrospectionOptions(**situation["resource"]["introspection"], cache_seconds=0),
    )
    create: Any = create_awaited if is_async else ProtectedResource
    resource = create(
        os.environ["THUMBTURN_ISSUER"],
        prepared["uri"],
        base_url=os.environ["THUMBTURN_URL"],
        scopes=["notes:read"],
        introspection=asked,
        timeout=60,
    )
    token = prepared["tokens"][is_async]
    request = ResourceRequest("POST", "/notes/mcp", f"Bearer {token}")
    access = resource.admit(request)
    assert isinstance(access, ResourceAccess)
    assert (access.client_id, access.scopes) == (prepared["clientId"], ("notes:read",))
    narrow = resource.admit(request, scopes=["notes:write"])
    assert (narrow.status, narrow.body["error"]) == (403, "insufficient_scope")
    other = ResourceRequest("POST", "/notes/mcp", f"Bearer {situation['accessToken']}")
    assert resource.admit(other).status == 401
    revoked = httpx.post(
        f"{os.environ['THUMBTURN_URL']}/openid/revoke", data={"token": token, "client_id": prepared["clientId"]}
    )
    assert revoked.status_code == 200
    assert resource.admit(request).status == 401


def create_awaited(issuer: str, resource: str, **options: Any) -> Any:
    """Each call runs in an event loop of its own."""
    http = httpx.AsyncClient(limits=httpx.Limits(max_keepalive_connections=0))
    return Blocking(AsyncProtectedResource(issuer, resource, http=http, **options))


def test_a_service_token_works_once_in_the_first_generation(situation: Any) -> None:
    token = sign_service_token(
        client_id=situation["clientId"], private_key=situation["clientKey"], scope="credentials.list"
    )
    url, body = f"{os.environ['THUMBTURN_URL']}/credentials/list", {"client_id": situation["clientId"]}
    headers = {"authorization": f"Bearer {token}"}
    body["username"] = situation["username"]
    assert httpx.post(url, json=body, headers=headers).status_code == 200
    assert httpx.post(url, json=body, headers=headers).status_code == 401


def test_a_wrong_key_and_a_wrong_application_have_codes_of_their_own() -> None:
    options = read_options()
    with Thumbturn(**{**options, "api_key": "ttk_wrong"}) as thumbturn:
        assert catch_code(lambda: thumbturn.users.find("ada")) == "invalid_api_key"
    with Thumbturn(**{**options, "base_url": options["base_url"].replace("/demo", "/missing")}) as thumbturn:
        assert catch_code(lambda: thumbturn.users.find("ada")) == "unknown_application"
