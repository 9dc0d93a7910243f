"""The options of a client, and what they amount to."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard
from urllib.parse import quote

import httpx

from ._typing import TypedDict
from .errors import ThumbturnError


class CallOptions(TypedDict, total=False):
    """The limits of a call, and the clock."""

    timeout: float
    """Timeout of a call in seconds; 5 by default."""
    clock_tolerance: float
    """Seconds by which this machine's clock can differ from the service's; 5 by default, at most 300."""
    now: Callable[[], float]
    """Seconds since 1970; replaces the machine's clock."""


class ClientOptions(CallOptions, total=False):
    """The application, its keys, and limits. Every option can be left out."""

    app_id: str | None
    """Application ID; optional if base_url ends with `/apps/<id>`."""
    api_key: str | None
    """API key of the application. Not needed to verify tokens by public keys."""
    admin_key: str | None
    """Key of the installation, to read events."""
    issuer: str | None
    """The `iss` of your tokens, if it differs from base_url, for example behind a proxy."""


@dataclass(frozen=True, repr=False)
class Settings:
    """The validated options. Without `repr`, because it would show the keys."""

    application: str
    """URL of the application."""
    installation: str
    """URL of the service."""
    app_id: str
    issuers: tuple[str, ...]
    api_key: str | None
    admin_key: str | None
    timeout: float
    clock_tolerance: float
    now: Callable[[], float]


_MAX_TOLERANCE = 300


def parse_options(base_url: str, options: ClientOptions) -> Settings:
    """Raises ThumbturnError `invalid_options`."""
    timeout, clock_tolerance, now = parse_call_options(options)
    installation, app_id_in_path = _parse_base_url(base_url)
    app_id = _choose_app_id(options.get("app_id"), app_id_in_path)
    issuer = options.get("issuer")
    return Settings(
        application=f"{installation}/apps/{encode_segment(app_id)}",
        installation=installation,
        app_id=app_id,
        issuers=(issuer.rstrip("/"),) if issuer else _list_issuers(installation, app_id),
        api_key=_parse_key("api_key", options.get("api_key")),
        admin_key=_parse_key("admin_key", options.get("admin_key")),
        timeout=timeout,
        clock_tolerance=clock_tolerance,
        now=now,
    )


def parse_call_options(options: CallOptions) -> tuple[float, float, Callable[[], float]]:
    """The timeout, the tolerance, and the clock. Raises ThumbturnError `invalid_options`."""
    timeout, clock_tolerance = options.get("timeout", 5.0), options.get("clock_tolerance", 5.0)
    if not is_number(timeout) or timeout <= 0:
        raise _options_error("timeout must be more than 0 seconds")
    if not is_number(clock_tolerance) or not 0 <= clock_tolerance <= _MAX_TOLERANCE:
        raise _options_error("clock_tolerance must be 0 to 300 seconds")
    return timeout, clock_tolerance, options.get("now", time.time)


def is_number(value: object) -> TypeGuard[float]:
    """Options often come from environment variables, which are texts or None. NaN and infinity are no times."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def encode_segment(text: str) -> str:
    """Like encodeURIComponent, which the service expects."""
    return quote(text, safe="!'()*-._~")


def _options_error(message: str) -> ThumbturnError:
    return ThumbturnError("invalid_options", message)


def _choose_app_id(given: str | None, in_path: str | None) -> str:
    app_id = given or in_path
    if not app_id:
        raise _options_error("app_id is missing: pass it, or a base_url that ends with /apps/<id>")
    if in_path is not None and in_path != app_id:
        raise _options_error(f"base_url names the application {in_path}, app_id {app_id}: pass one of them")
    return app_id


def _parse_base_url(base_url: str) -> tuple[str, str | None]:
    url = _parse_url(base_url)
    if url is None or url.scheme not in ("http", "https") or not url.host or "?" in base_url or "#" in base_url:
        raise _options_error(f'base_url must be like http://localhost:4300, not "{base_url}"')
    path = url.raw_path.decode("ascii").rstrip("/")
    address = f"{url.scheme}://{url.netloc.decode('ascii')}{path}"
    found = re.fullmatch(r"(.*)/apps/([^/]+)", address)
    return (found[1], found[2]) if found else (address, None)


def _parse_url(text: str) -> httpx.URL | None:
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, TypeError):
        return None
    return None if url.userinfo else url


def _list_issuers(installation: str, app_id: str) -> tuple[str, ...]:
    """Possible `iss` values: the application's path on the service, or its own host, as configured in the service."""
    scheme, _, rest = installation.partition("://")
    host = rest.partition("/")[0]
    issuers = (f"{installation}/apps/{app_id}", installation)
    if not host.startswith(f"{app_id}."):
        return issuers
    return (*issuers, f"{scheme}://{host[len(app_id) + 1 :]}/apps/{app_id}")


def _parse_key(option: str, key: str | None) -> str | None:
    """Keys read from files often end with a line break."""
    text = (key or "").strip()
    if text and not re.fullmatch(r"[!-~]+", text):
        raise _options_error(f"{option} contains characters that no key has")
    return text or None
