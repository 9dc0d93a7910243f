"""The vectors, with both clients."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from thumbturn import ThumbturnError, sign_service_token, verify_webhook
from thumbturn.tokens import read_claims

from clients import Client, sync_and_async
from vectors import application, cases, is_part, serve_keys, vectors

Case = dict[str, Any]

OPTIONS = {"maxAge": "max_age"}
"""Names that Python spells differently."""


def create_client(client: Client, case: Case, clock_tolerance: float = 5) -> Any:
    return client(
        serve_keys,
        base_url=application["baseUrl"],
        app_id=application["appId"],
        now=lambda: case["at"],
        clock_tolerance=clock_tolerance,
    )


def check(verify: Callable[[], Any], expect: Case) -> None:
    if "code" in expect:
        with pytest.raises(ThumbturnError) as caught:
            verify()
        assert caught.value.code == expect["code"]
    else:
        assert is_part(expect["claims"], verify())


@sync_and_async
@cases("tokens")
def test_token(client: Client, case: Case) -> None:
    options = {OPTIONS.get(name, name): value for name, value in case.get("options", {}).items()}
    thumbturn = create_client(client, case, options.pop("clockTolerance", 5))
    check(lambda: thumbturn.verify_token(case["token"], **options), case["expect"])


@sync_and_async
@cases("transactions")
def test_transaction(client: Client, case: Case) -> None:
    thumbturn, expected = create_client(client, case), to_expected(case)
    check(lambda: thumbturn.verify_transaction(case["token"], **expected), case["expect"])


@sync_and_async
@cases("payloads")
def test_payload(client: Client, case: Case) -> None:
    thumbturn, expected = create_client(client, case), to_expected(case)
    check(lambda: thumbturn.verify_payload(case["token"], **expected), case["expect"])


def to_expected(case: Case) -> Case:
    return {{"userId": "user_id"}.get(name, name): value for name, value in case["expected"].items()}


@cases("webhooks")
def test_webhook(case: Case) -> None:
    def verify() -> Case:
        webhook = verify_webhook(
            secret=case["secrets"], headers=case["headers"], body=case["body"].encode(), now=lambda: case["at"]
        )
        return {"id": webhook.id, "positions": [event["position"] for event in webhook.events]}

    expect = case["expect"]
    check(verify, expect if "code" in expect else {"claims": expect})


@cases("serviceTokens")
def test_service_token(case: Case) -> None:
    names = {"clientId": "client_id", "userId": "user_id", "txPayload": "tx_payload"}
    request = {names.get(name, name): value for name, value in case["request"].items()}

    def sign() -> Case:
        token = sign_service_token(private_key=case["privateKey"], now=case["at"], **request)
        claims = read_own_claims(token)
        assert len(urlsafe_b64decode(claims["nonce"] + "==")) == 16
        return claims

    check(sign, case["expect"])


def read_own_claims(token: str) -> Case:
    """Service tokens name no key, unlike those of the service."""
    header = "eyJhbGciOiJFUzI1NiIsImtpZCI6Im5vbmUifQ"
    return read_claims(".".join([header, *token.split(".")[1:]]))


@sync_and_async
@cases("responses")
def test_response(client: Client, case: Case) -> None:
    def respond(_: httpx.Request) -> httpx.Response:
        return httpx.Response(case["status"], headers=case["headers"], content=case["body"].encode())

    app_id, base_url = application["appId"], application["baseUrl"]
    thumbturn = client(respond, base_url=base_url, app_id=app_id, api_key="key")
    with pytest.raises(ThumbturnError) as caught:
        thumbturn.users.find("ada")
    assert caught.value.code == case["expect"]["code"]
    assert caught.value.retry_after == case["expect"].get("retryAfter")


def test_all_parts_of_the_vectors_are_run() -> None:
    parts = {"application", "tokens", "transactions", "payloads", "webhooks", "serviceTokens", "responses"}
    in_resources = {"resource", "resources", "resourceMetadata", "resourceOptions"}
    assert vectors.keys() == parts | in_resources
