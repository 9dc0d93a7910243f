"""Tokens that the vectors can't contain, because only Python reads them in another way."""

from __future__ import annotations

import json
import pickle
import sys
from typing import Any

import httpx
import pytest
from thumbturn import ThumbturnError

from clients import create_sync
from signing import NOW, claims, encode, publish, sign, sign_text


def create() -> Any:
    return create_sync(lambda _: httpx.Response(200, json={"keys": [publish("first")]}), now=lambda: NOW)


def catch(token: Any, **options: Any) -> ThumbturnError:
    with pytest.raises(ThumbturnError) as caught:
        create().verify_token(token, **options)
    return caught.value


@pytest.mark.parametrize("claim", ["NaN", "Infinity", "-Infinity", "true", "null", '"1"', "[]", "-1"])
@pytest.mark.parametrize("name", ["exp", "iat"])
def test_a_time_that_is_no_number_is_malformed(name: str, claim: str) -> None:
    payload = json.dumps(claims).replace(f'"{name}": {claims[name]}', f'"{name}": {claim}')
    assert catch(sign_text(payload)).code == "token_malformed"


@pytest.mark.parametrize("name", ["sub", "jti", "username", "scopes", "exp", "iat"])
def test_a_token_without_a_claim_of_its_type_is_malformed(name: str) -> None:
    assert catch(sign({name: None})).code == "token_malformed"


@pytest.mark.parametrize("scopes", ["user:read", [7], [""], {"user:read": True}])
def test_scopes_that_are_no_list_of_texts_are_malformed(scopes: object) -> None:
    assert catch(sign({"scopes": scopes}), scopes=["user:read"]).code == "token_malformed"


def test_a_token_that_is_not_yet_valid_is_malformed() -> None:
    assert catch(sign({"nbf": NOW + 60})).code == "token_malformed"


@pytest.mark.parametrize(
    "payload",
    ["[" * 10_000, "[]", "7", '"text"', "null", '{"exp":' + "9" * 5_000 + "}", "\ud800"],
    ids=["nested", "array", "number", "text", "null", "digits", "surrogate"],
)
def test_a_payload_that_is_no_object_is_malformed(payload: str) -> None:
    assert catch(sign_text(payload)).code == "token_malformed"


@pytest.mark.parametrize("token", [None, 7, b"", "", [], {}])
def test_what_is_no_text_is_a_missing_token(token: object) -> None:
    assert catch(token).code == "token_missing"


@pytest.mark.parametrize(
    "token",
    ["a.b", "a.b.c.d", "..", f"{sign()}\n", f" {sign()}", sign().replace(".", ".\u0661", 1), "x" * 16_385],
    ids=["two parts", "four parts", "empty parts", "line break", "space", "digit of another script", "long"],
)
def test_text_that_is_no_compact_jws_is_malformed(token: str) -> None:
    assert catch(token).code == "token_malformed"


def test_a_header_with_critical_extensions_is_malformed() -> None:
    header = encode(json.dumps({"alg": "ES256", "kid": "first", "crit": ["b64"], "b64": False}))
    assert catch(".".join([header, *sign().split(".")[1:]])).code == "token_malformed"


def test_a_signature_in_der_is_not_accepted() -> None:
    head, _, _ = sign().rpartition(".")
    assert catch(f"{head}.{encode('0' * 70)}").code == "token_bad_signature"


def test_scopes_as_one_text_are_invalid_options() -> None:
    assert catch(sign(), scopes="user:read").code == "invalid_options"


def test_messages_and_representations_contain_no_token_and_no_key() -> None:
    token = sign({"aud": "x" * 5_000})
    error = catch(token)
    assert len(error.message) < 250
    assert token not in repr(error)
    thumbturn = create_sync(lambda _: httpx.Response(500), api_key="ttk_secret")
    assert "ttk_secret" not in repr([thumbturn, thumbturn._settings, vars(thumbturn._settings.__class__)])


def test_an_error_keeps_its_code_when_it_is_pickled() -> None:
    error = pickle.loads(pickle.dumps(ThumbturnError("rate_limited", "Wait", status=429, retry_after=7)))  # noqa: S301
    assert (error.code, str(error), error.status, error.retry_after) == ("rate_limited", "Wait", 429, 7)


def test_a_text_with_half_of_a_surrogate_pair_confirms_nothing() -> None:
    token = sign_text(json.dumps({**claims, "txHash": "x", "nonce": "\ud800", "lNonce": "y"}))
    with pytest.raises(ThumbturnError) as caught:
        create().verify_transaction(token, payload="Pay", nonce="order-1")
    assert caught.value.code == "transaction_wrong_nonce"
    with pytest.raises(ThumbturnError) as caught:
        create().verify_transaction(token, payload="Pay", nonce="\ud800")
    assert caught.value.code == "transaction_wrong_payload"


@pytest.mark.parametrize("digits", [400, 4_000])
def test_a_time_of_hundreds_of_digits_is_malformed(digits: int) -> None:
    payload = json.dumps(claims).replace(str(claims["exp"]), "9" * digits)
    assert catch(sign_text(payload)).code == "token_malformed"


def test_a_token_that_is_nested_as_deeply_as_the_stack_allows_never_raises_another_error() -> None:
    limit = sys.getrecursionlimit()
    codes = set[str]()
    for depth in range(limit - 250, limit + 50):
        nested = "[" * depth + "]" * depth
        for payload in (f'{{"aud":{nested}}}', json.dumps(claims)[:-1] + f',"x":{nested}}}'):
            codes.add(catch(sign_text(payload)[:-4] + "AAAA").code)
        header = encode(f'{{"alg":"ES256","kid":"first","x":{nested}}}')
        codes.add(catch(".".join([header, *sign().split(".")[1:]])).code)
    assert codes <= {"token_malformed", "token_wrong_audience", "token_bad_signature"}
