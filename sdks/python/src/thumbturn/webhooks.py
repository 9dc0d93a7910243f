"""Verifies webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .errors import ThumbturnError
from .wire import ApplicationEvent

_TOLERANCE_S = 5 * 60
_MIN_KEY_LENGTH = 16


class WebhookEvent(ApplicationEvent):
    """An event with its place among all events of the application."""

    position: int


@dataclass(frozen=True)
class Webhook:
    """The call of a connector."""

    id: str
    """The same when it is sent again, so store it or the `uuid` of events to skip repeats."""
    events: list[WebhookEvent]


def verify_webhook(
    *,
    secret: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    now: Callable[[], float] = time.time,
) -> Webhook:
    """
    Verifies the signature of a webhook, and returns its events in order. A request that was signed more than five
    minutes ago is rejected.

    `secret` is the signing secret (`whsec_…`), or several: any of them may have signed. `headers` are those of the
    request, with names in any case. `body` is the exact body, before it is parsed.

    Raises ThumbturnError `webhook_missing_header`, `webhook_too_old`, `webhook_bad_signature`, or `webhook_malformed`.
    """
    by_name = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        _read_header(by_name, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _require_recent(timestamp, now())
    exact = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    content = f"{message_id}.{timestamp}.".encode("utf-8", "surrogatepass") + exact
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [_sign(one, content) for one in secrets]
    given = [one.encode("utf-8", "surrogatepass") for one in signatures.split(" ")]
    if not any(hmac.compare_digest(one, wanted) for one in given for wanted in expected):
        message = "No secret signed this webhook: check the secret, reject the call"
        raise ThumbturnError("webhook_bad_signature", message)
    return Webhook(message_id, _read_events(exact))


def _read_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if isinstance(value, str) and value:
        return value
    message = f"The header {name} is missing: this is no webhook of Thumbturn"
    raise ThumbturnError("webhook_missing_header", message)


def _require_recent(timestamp: str, now: float) -> None:
    try:
        seconds = float(timestamp)
    except ValueError:
        seconds = math.nan
    if not abs(now - seconds) <= _TOLERANCE_S:
        message = "The webhook was signed more than five minutes ago: check the clock"
        raise ThumbturnError("webhook_too_old", message)


def _sign(secret: str, content: bytes) -> bytes:
    try:
        key = b64decode(secret.removeprefix("whsec_") + "==")
    except ValueError:
        key = b""
    if len(key) < _MIN_KEY_LENGTH:
        raise ThumbturnError("invalid_options", "The signing secret is not one: it begins with whsec_")
    return b"v1," + b64encode(hmac.digest(key, content, hashlib.sha256))


def _read_events(body: bytes) -> list[WebhookEvent]:
    try:
        events = json.loads(body)["data"]["events"]
        if isinstance(events, list):
            return events
    except (ValueError, KeyError, TypeError, RecursionError):
        # It is signed, so this can only be another type of message.
        pass
    raise ThumbturnError("webhook_malformed", "The webhook has no events: update this package")
