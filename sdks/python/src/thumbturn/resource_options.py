"""The options of a protected resource, and what they amount to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import httpx

from .errors import ThumbturnError
from .options import CallOptions, Settings, is_number, parse_call_options

_MAX_CACHE_SECONDS = 3_600


@dataclass(frozen=True, repr=False)
class IntrospectionOptions:
    """How this server asks whether a token was revoked (RFC 7662). Without `repr`, because it would show the secret."""

    client_id: str
    """A client of the application that has a secret, and lists this resource."""
    client_secret: str | None
    cache_seconds: float = 60
    """A revoked token ends within this time, for which a response counts; 0 asks for each request."""
    during_outage: Literal["reject", "accept"] = "reject"
    """While the service can't be asked: 503, or as without introspection."""

    def __post_init__(self) -> None:
        if not self.client_id or not self.secret:
            message = "introspection needs client_id and client_secret of a client that lists this resource"
            raise _options_error(message)
        if not is_number(self.cache_seconds) or not 0 <= self.cache_seconds <= _MAX_CACHE_SECONDS:
            raise _options_error("cache_seconds must be 0 to 3600")
        if self.during_outage not in ("reject", "accept"):
            raise _options_error('during_outage must be "reject" or "accept"')

    @property
    def secret(self) -> str:
        """Secrets read from files often end with a line break."""
        return (self.client_secret or "").strip()


class ResourceOptions(CallOptions, total=False):
    """A protected resource. Every option can be left out."""

    scopes: Sequence[str]
    """The scopes that every request needs, and that a client asks for first."""
    scopes_supported: Sequence[str] | None
    """All scopes that a client can ask for here; `scopes` by default."""
    implied_scopes: Mapping[str, Sequence[str]]
    """The scopes that a broader one includes: `{"notes:write": ["notes:read"]}`."""
    name: str | None
    """A name for users, which clients can show."""
    documentation: str | None
    """A page for developers of clients."""
    introspection: IntrospectionOptions | None
    """Asks the service whether a token was revoked. By default, a token is valid until it expires."""
    base_url: str | None
    """Where this server reaches the application, if that isn't the issuer's address."""


@dataclass(frozen=True, repr=False)
class ResourceSettings:
    """The validated options."""

    client: Settings
    issuer: str
    origin: str
    audience: str
    """The resource as it is in tokens."""
    scopes: tuple[str, ...]
    scopes_supported: tuple[str, ...]
    implied_scopes: Mapping[str, Sequence[str]]
    introspection: IntrospectionOptions | None


def parse_resource_options(issuer: str, resource: str, options: ResourceOptions) -> ResourceSettings:
    """Raises ThumbturnError `invalid_options`."""
    scopes = _parse_scopes("scopes", options.get("scopes", ()))
    supported = options.get("scopes_supported")
    implied = options.get("implied_scopes", {})
    _parse_scopes("implied_scopes", tuple(implied))
    address = _parse_address("issuer", issuer)
    return ResourceSettings(
        client=_create_client(address, options),
        issuer=address,
        origin=_parse_resource(resource),
        audience=resource,
        scopes=scopes,
        scopes_supported=scopes if supported is None else _parse_scopes("scopes_supported", supported),
        implied_scopes=implied,
        introspection=options.get("introspection"),
    )


def _create_client(issuer: str, options: ResourceOptions) -> Settings:
    """Like that of Thumbturn, which needs the ID of the application. Here, its address is enough."""
    base_url = options.get("base_url")
    application = issuer if base_url is None else _parse_address("base_url", base_url)
    timeout, clock_tolerance, now = parse_call_options(options)
    return Settings(
        application=application,
        installation=application,
        app_id=issuer,
        issuers=(issuer,),
        api_key=None,
        admin_key=None,
        timeout=timeout,
        clock_tolerance=clock_tolerance,
        now=now,
    )


def normalize_url(address: str) -> str | None:
    """
    Scheme, host, port, and path in the usual form (RFC 3986 §6.2.2, §6.2.3), without query and fragment; None if this
    isn't an address of HTTP without credentials.
    """
    # httpx drops the usual port only after a scheme in small letters.
    scheme, separator, rest = str(address).partition(":")
    try:
        url = httpx.URL(scheme.lower() + separator + rest)
    except (httpx.InvalidURL, TypeError):
        return None
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        return None
    path = url.raw_path.partition(b"?")[0].decode("ascii")
    return f"{url.scheme}://{url.netloc.decode('ascii')}{path}"


def read_origin(address: str) -> str:
    """The part of a normalized address before its path."""
    return "/".join(address.split("/")[:3])


def _parse_address(option: str, address: str) -> str:
    if normalize_url(address) is None or re.search(r"[?#]", address):
        raise _options_error(f"{option} must be like https://id.example.com/apps/shop")
    return address.rstrip("/")


_LOOPBACK = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


def _parse_resource(resource: str) -> str:
    """
    The origin of the resource, which must be in the form in which clients repeat it: they parse it, and an audience is
    compared character by character.
    """
    usual = normalize_url(resource)
    if usual is None or re.search(r"[?#]", resource):
        raise _options_error(f'resource must be like https://mcp.example.com/mcp, not "{resource}"')
    origin = read_origin(usual)
    if not origin.startswith("https:") and not _LOOPBACK.fullmatch(origin):
        raise _options_error("resource must use https, except on localhost")
    if usual not in (resource, f"{resource}/"):
        raise _options_error(f"resource must be written as {usual}")
    return origin


def _parse_scopes(option: str, names: Sequence[str]) -> tuple[str, ...]:
    """RFC 6749 §3.3: printable ASCII without quotation mark and backslash, so they can be quoted in a header."""
    if isinstance(names, str):
        raise _options_error(f'{option} must be a list, such as ["{names}"]')
    for name in names:
        if not re.fullmatch(r"[!#-\[\]-~]+", name):
            raise _options_error(f'"{name}" is not the name of a scope')
    return tuple(names)


def _options_error(message: str) -> ThumbturnError:
    return ThumbturnError("invalid_options", message)
