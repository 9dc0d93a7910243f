"""Runs the code that the website and the README show. The samples' own client gets a service that responds here."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import sys
import time
from collections.abc import Coroutine, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.test import RequestFactory
from thumbturn import AsyncProtectedResource, AsyncThumbturn, Thumbturn, ThumbturnError
from thumbturn.transactions import hash_text

from signing import claims, keys, publish, sign

# Configures Django.
import_module("test_middleware")

folder = Path(__file__).parents[1] / "examples"
received: list[tuple[str, str]] = []

RESPONSES: dict[tuple[str, str], tuple[int, Any]] = {
    ("GET", "/.well-known/jwks.json"): (200, {"keys": [publish("first")]}),
    ("POST", "/mgmt/token/verify"): (204, None),
    ("POST", "/mgmt/grant"): (200, {"token": "granted"}),
    ("DELETE", "/mgmt/users/user-1/passkeys"): (204, None),
    ("GET", "/mgmt/users/find"): (200, {"user": {"userId": "user-1"}, "passkeys": [{}, {}]}),
}


def respond(request: httpx.Request) -> httpx.Response:
    call = (request.method, request.url.path.removeprefix("/apps/demo/fido2/v2"))
    received.append(call)
    status, body = RESPONSES[call]
    return httpx.Response(status, json=body)


@pytest.fixture(autouse=True)
def _samples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(folder))
    transport = httpx.MockTransport(respond)
    url, options = "http://localhost:4300/apps/demo", {"api_key": "key"}
    received.clear()
    http = httpx.AsyncClient(transport=transport)
    monkeypatch.setattr(import_module("client"), "thumbturn", AsyncThumbturn(url, http=http, **options))  # type: ignore[arg-type]
    blocking = Thumbturn(url, http=httpx.Client(transport=transport), **options)  # type: ignore[arg-type]
    monkeypatch.setattr(import_module("blocking"), "thumbturn", blocking)
    yield
    for sample in folder.glob("*.py"):
        sys.modules.pop(sample.stem, None)


def issue(**changes: Any) -> str:
    now = int(time.time())
    own = {"iss": "http://localhost:4300/apps/demo", "aud": "demo", "iat": now, "exp": now + 300}
    return sign({**own, **changes})


def run(call: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(call)


def test_every_sample_is_run_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [sample.stem for sample in folder.glob("*.py") if f'"{sample.stem}"' not in text] == []


def test_verify_token() -> None:
    read_username = import_module("verify_token").read_username
    assert run(read_username(issue())) == "ada@example.com"
    assert run(read_username(issue(aud="shop"))) is None


def test_verify_token_remotely() -> None:
    assert run(import_module("verify_token_remotely").verify_sign_in(issue()))["sub"] == claims["sub"]
    assert received == [("POST", "/mgmt/token/verify")]


def test_confirm_order_and_payload() -> None:
    sample = import_module("confirm_order")
    order = sample.Order(nonce="order-1", payload="Pay 25.00 €", user_id="user-1")
    tx_hash = hash_text("Pay 25.00 €order-1local")
    token = issue(txHash=tx_hash, nonce="order-1", lNonce="local")
    assert run(sample.confirm_order(token, order)) == "user-1"
    with pytest.raises(ThumbturnError, match="another text"):
        run(sample.confirm_order(token, sample.Order("order-1", "Pay 2500 €", "user-1")))
    signed = issue(tokenType="mfaPayload", authFactors={}, content="Order 8", contentSignatures=[{}])
    confirm = import_module("confirm_payload").confirm_payload
    run(confirm(signed, payload="Order 8", user_id="user-1"))


def test_management() -> None:
    assert run(import_module("management").delete_lost_passkeys("ada")) == 2
    assert received[-1] == ("DELETE", "/mgmt/users/user-1/passkeys")


def test_grant() -> None:
    assert run(import_module("grant").allow_another_passkey("ada")) == "granted"


async def call_app(app: Any, method: str, path: str, **request: Any) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://shop.example") as http:
        return await http.request(method, path, **request)


def test_fastapi_app() -> None:
    app = import_module("fastapi_app").app
    headers = {"authorization": f"Bearer {issue()}"}
    assert run(call_app(app, "GET", "/api/me", headers=headers)).json() == {"username": "ada@example.com"}
    assert run(call_app(app, "GET", "/api/me")).json()["msgCode"] == "token_missing"
    assert "HTTPBearer" in app.openapi()["components"]["securitySchemes"]


def test_webhook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    key = b"k" * 32
    monkeypatch.setenv("THUMBTURN_WEBHOOK_SECRET", f"whsec_{base64.b64encode(key).decode()}")
    body = '{"data":{"events":[{"eventId":"fido2.passkey.auth.success","uuid":"u-1","position":1}]}}'
    timestamp = str(int(time.time()))
    digest = hmac.digest(key, f"events_1.{timestamp}.{body}".encode(), hashlib.sha256)
    signature = f"v1,{base64.b64encode(digest).decode()}"
    headers = {"Webhook-Id": "events_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}
    app = import_module("webhook").app
    path = "/webhooks/thumbturn"
    assert run(call_app(app, "POST", path, content=body, headers=headers)).status_code == 204
    assert capsys.readouterr().out == "fido2.passkey.auth.success u-1\n"
    changed = run(call_app(app, "POST", path, content=f"{body} ", headers=headers))
    assert (changed.status_code, changed.text) == (400, "webhook_bad_signature")


def test_service_token(monkeypatch: pytest.MonkeyPatch) -> None:
    key: Any = jwt.PyJWK.from_dict(keys["client"]).key
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    monkeypatch.setenv("THUMBTURN_CLIENT_KEY", pem)
    token = import_module("service_token").sign_registration("ada")
    signed = jwt.decode(token, key.public_key(), algorithms=["ES256"])
    assert (signed["scope"], signed["username"]) == ("auth.register", "ada")


def test_django_views() -> None:
    show_user = import_module("django_views").show_user
    request = RequestFactory().get("/api/me", headers={"authorization": f"Bearer {issue()}"})
    assert show_user(request).content == b'{"username": "ada@example.com"}'


def issue_to_client(scope: str) -> str:
    now, left_out = int(time.time()), dict.fromkeys(("tokenType", "username", "scopes", "rpId"))
    own = {"iss": "http://localhost:4300/apps/demo", "aud": "http://localhost:3000/notes"}
    client = {"client_id": "app", "scope": scope, "iat": now, "exp": now + 300, "auth_time": now}
    return sign({**left_out, **own, **client}, header={"typ": "at+jwt"})


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> AsyncProtectedResource:
    """The resource of the samples, whose service responds here."""
    sample: AsyncProtectedResource = import_module("notes").notes
    http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    monkeypatch.setattr(sample._connection, "_http", http)
    return sample


def test_notes_fastapi(notes: AsyncProtectedResource) -> None:
    app, headers = import_module("notes_fastapi").app, {"authorization": f"Bearer {issue_to_client('notes:read')}"}
    assert run(call_app(app, "GET", "/notes", headers=headers)).json() == {"owner": "user-1"}
    narrow = run(call_app(app, "POST", "/notes", headers=headers))
    assert (narrow.status_code, narrow.json()["error"]) == (403, "insufficient_scope")
    assert run(call_app(app, "GET", notes.metadata_path)).json() == notes.metadata


def test_notes_django(notes: AsyncProtectedResource) -> None:
    metadata, listed = import_module("notes_django").urlpatterns
    headers = {"authorization": f"Bearer {issue_to_client('notes:read')}"}
    request = RequestFactory().get("/notes", headers=headers)
    assert run(listed.callback(request)).content == b'{"owner": "user-1"}'
    assert run(listed.callback(RequestFactory().get("/notes"))).status_code == 401
    assert json.loads(metadata.callback(RequestFactory().get(notes.metadata_path)).content) == notes.metadata


def test_notes_introspection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES_SERVER_SECRET", "secret\n")
    assert import_module("notes_introspection").notes.metadata_url.endswith("/notes")


def test_the_readme_shows_the_samples() -> None:
    readme = dedent_blocks((folder.parent / "README.md").read_text("utf-8"))
    for name in ("client.py", "fastapi_app.py"):
        assert (folder / name).read_text("utf-8") in readme


def dedent_blocks(text: str) -> str:
    """Steps of a list are indented."""
    return "\n".join(line.removeprefix("   ") for line in text.split("\n"))
