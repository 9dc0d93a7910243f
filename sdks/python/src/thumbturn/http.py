"""Requests to the service, and the errors that its responses become. Sends nothing."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

import httpx

from .errors import ErrorCode, ThumbturnError
from .options import Settings

ErrorMapper = Callable[[int, str | None], ErrorCode | None]
"""Maps the status and reason of errors that have a special meaning for one call."""

MAX_BYTES = 8 * 2**20
"""Far more than the largest page of events: a longer response doesn't come from Thumbturn."""


@dataclass(frozen=True, repr=False)
class ServiceRequest:
    """A request to the service. Without `repr`, because it would show the key."""

    method: str
    url: str
    body: object = None
    form: Mapping[str, str] | None = None
    """Sent instead of a body in JSON."""
    key: str | None = None
    """Sent as a bearer token."""
    to_error_code: ErrorMapper | None = None
    max_bytes: int = MAX_BYTES

    @property
    def headers(self) -> dict[str, str]:
        headers = {"accept": "application/json"}
        if self.form is not None:
            headers["content-type"] = "application/x-www-form-urlencoded"
        elif self.body is not None:
            headers["content-type"] = "application/json"
        if self.key is not None:
            headers["authorization"] = f"Bearer {self.key}"
        return headers

    @property
    def content(self) -> bytes | None:
        if self.form is not None:
            return urlencode(self.form).encode("ascii")
        try:
            return None if self.body is None else json.dumps(self.body, allow_nan=False).encode("ascii")
        except (TypeError, ValueError, RecursionError) as error:
            raise ThumbturnError("invalid_request", f"An argument can't be written as JSON: {error}") from error


@dataclass(frozen=True)
class ReceivedResponse:
    """A response with its decompressed body."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class ServiceResponse:
    """The parsed response (None if it is empty), and the service's clock in seconds since 1970."""

    body: Any
    server_time: float | None


def parse_response(settings: Settings, request: ServiceRequest, received: ReceivedResponse) -> ServiceResponse:
    """Raises ThumbturnError for every error response, and for what isn't a response of Thumbturn."""
    body = _parse_body(received)
    if not httpx.codes.is_success(received.status):
        raise _to_error(settings, request, received=received, body=body)
    if received.status != httpx.codes.NO_CONTENT and not isinstance(body, dict | list):
        raise create_base_url_error(request.url, received)
    return ServiceResponse(body, _read_server_time(received.headers))


def _parse_body(received: ReceivedResponse) -> Any:
    is_json = re.match(r"application/(problem\+)?json", received.headers.get("content-type", ""))
    if not is_json or received.status == httpx.codes.NO_CONTENT:
        return None
    try:
        return json.loads(received.content)
    except (ValueError, RecursionError):
        return None


def _read_server_time(headers: Mapping[str, str]) -> float | None:
    """A cache sends the date of the response that it stored, with its age (RFC 9111 §5.1)."""
    date = _parse_date(headers.get("date"))
    return None if date is None else date + (_parse_seconds(headers.get("age")) or 0)


def _parse_date(text: str | None) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() if text else None
    except (ValueError, TypeError, OverflowError):
        return None


def create_connection_error(settings: Settings, url: str, cause: Exception) -> ThumbturnError:
    """Timeouts, and connections that fail."""
    if isinstance(cause, httpx.InvalidURL):
        return ThumbturnError("invalid_request", f"The arguments don't fit into an address: {cause}")
    if isinstance(cause, httpx.TimeoutException):
        problem = f"{_read_origin(url)} did not respond within {settings.timeout:g} s"
        todo = "try again, or raise timeout. The service may have carried out the call"
        return ThumbturnError("timeout", f"{problem}: {todo}")
    reason = str(cause) or type(cause).__name__
    problem = f"{_read_origin(url)} is unreachable ({reason})"
    return ThumbturnError("unreachable", f"{problem}: check base_url, and that the service is running")


def create_size_error(request: ServiceRequest, status: int) -> ThumbturnError:
    """A response that is longer than any of Thumbturn."""
    problem = f"{_read_origin(request.url)} sent more than {request.max_bytes / 2**20:g} MiB"
    return ThumbturnError("response_too_large", f"{problem}: check base_url", status=status)


def create_base_url_error(url: str, received: ReceivedResponse) -> ThumbturnError:
    """Something other than Thumbturn responded."""
    where, status = received.headers.get("location"), received.status
    problem = f"responded with {status}, unlike Thumbturn" if where is None else f"redirects to {where}"
    return ThumbturnError("wrong_base_url", f"{url} {problem}: check base_url", status=status)


def _read_origin(url: str) -> str:
    return "/".join(url.split("/")[:3])


_CODE_BY_STATUS: Mapping[int, ErrorCode] = {
    400: "invalid_request",
    401: "invalid_api_key",
    403: "missing_scope",
    404: "not_found",
    413: "invalid_request",
    415: "invalid_request",
    429: "rate_limited",
}

_CODE_BY_REASON: Mapping[str, ErrorCode] = {
    "unknown_application": "unknown_application",
    "invalid_code": "invalid_code",
}

_ADVICE: Mapping[ErrorCode, str] = {
    "invalid_request": "compare the call with the API reference",
    "invalid_api_key": "create a key with `thumbturn key create` and pass it as api_key (for events, as admin_key)",
    "missing_scope": "create a key with the scope: `thumbturn key create --scope`",
    "invalid_code": "ask the user for a new code",
    "not_found": "it was deleted, or belongs to another application",
    "unknown_application": "check app_id and base_url",
    "not_enabled": "enable it in the settings of the application",
    "token_rejected": "let the user sign in again",
    "server_error": "see the log of the service",
}

_TOO_MANY_REQUESTS, _SERVER_ERROR = 429, 500


def _to_error(settings: Settings, request: ServiceRequest, *, received: ReceivedResponse, body: Any) -> ThumbturnError:
    status, problem = received.status, body if isinstance(body, dict) else {}
    message, reason = _read_message(problem, request), problem.get("reason")
    if message is None:
        return _create_foreign_error(request, received)
    if reason == "unknown_path":
        return create_base_url_error(request.url, received)
    code = _choose_code(request, status, reason if isinstance(reason, str) else None)
    retry_after = _parse_seconds(received.headers.get("retry-after"))
    advice = _to_retry_advice(retry_after) if code == "rate_limited" else _ADVICE.get(code)
    text = f"{message} (application {settings.app_id})" + (f": {advice}" if advice else "")
    return ThumbturnError(code, text, status=status, retry_after=retry_after)


def _read_message(problem: Mapping[str, Any], request: ServiceRequest) -> str | None:
    """The text of an error of ours, or, in response to a form, of OAuth (RFC 6749 §5.2). Any other is of another server."""
    message = problem.get("msg")
    if isinstance(message, str) and isinstance(problem.get("msgCode"), str):
        return message
    error, description = problem.get("error"), problem.get("error_description")
    if request.form is None or not isinstance(error, str):
        return None
    return description if isinstance(description, str) else error


def _choose_code(request: ServiceRequest, status: int, reason: str | None) -> ErrorCode:
    special = request.to_error_code(status, reason) if request.to_error_code else None
    default: ErrorCode = "server_error" if status >= _SERVER_ERROR else "invalid_request"
    return special or _CODE_BY_REASON.get(reason or "") or _CODE_BY_STATUS.get(status, default)


def _parse_seconds(text: str | None) -> float | None:
    try:
        seconds = float(text) if text else math.nan
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _to_retry_advice(seconds: float | None) -> str:
    return f"try again in {seconds or 1:g} s"


def _create_foreign_error(request: ServiceRequest, received: ReceivedResponse) -> ThumbturnError:
    """The error of a proxy in front of the service, or of another server."""
    status = received.status
    responded = f"{_read_origin(request.url)} responded with {status}"
    if status == _TOO_MANY_REQUESTS:
        retry_after = _parse_seconds(received.headers.get("retry-after"))
        text = f"{responded}: a proxy in front of the service limits requests: {_to_retry_advice(retry_after)}"
        return ThumbturnError("rate_limited", text, status=status, retry_after=retry_after)
    if status < _SERVER_ERROR:
        return create_base_url_error(request.url, received)
    text = f"{responded}: the service, or a proxy in front of it, is down"
    return ThumbturnError("server_error", text, status=status)
