"""A decorator and middleware for Django that admit only requests with a valid access token."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.decorators import sync_and_async_middleware

from ._async.admit import admit as admit_async
from ._async.client import AsyncThumbturn
from ._sync.admit import admit as admit_sync
from ._sync.client import Thumbturn
from .admission import Rejection, TokenRequirements, choose_token
from .claims import AccessClaims
from .errors import ThumbturnError

View = Callable[..., Any]


class TokenRequest(HttpRequest):
    """The request that a protected view gets."""

    claims: AccessClaims
    """The claims of its access token."""


def require_token(
    thumbturn: Thumbturn | AsyncThumbturn, requirements: TokenRequirements | None = None
) -> Callable[[View], View]:
    """
    Decorates a view, which finds the claims in `request.claims`. A view that isn't `async def` needs the client
    Thumbturn. Without the option `cookie`, the view is exempt from the CSRF check: no page of another site can send the
    Authorization header.
    """
    wanted = requirements or TokenRequirements()

    def decorate(view: View) -> View:
        protected = _protect_async(view, thumbturn, wanted) if iscoroutinefunction(view) else None
        protected = protected or _protect_sync(view, thumbturn, wanted)
        protected.csrf_exempt = wanted.cookie is None or getattr(view, "csrf_exempt", False)  # type: ignore[attr-defined]
        return protected

    return decorate


def token_middleware(
    thumbturn: Thumbturn | AsyncThumbturn,
    requirements: TokenRequirements | None = None,
    *,
    paths: Sequence[str] = ("/",),
) -> Callable[[View], View]:
    """
    Creates middleware that protects all paths below these. Assign it to a name, and list that name in `MIDDLEWARE`:
    `api_tokens = token_middleware(thumbturn, paths=["/api"])`.
    """
    roots = [path.rstrip("/") for path in paths]

    def is_protected(request: HttpRequest) -> bool:
        return any(request.path_info == root or request.path_info.startswith(f"{root}/") for root in roots)

    def create(get_response: View) -> View:
        protected = require_token(thumbturn, requirements)(get_response)
        if not iscoroutinefunction(get_response):
            return lambda request: (protected if is_protected(request) else get_response)(request)

        async def respond(request: HttpRequest) -> Any:
            return await (protected if is_protected(request) else get_response)(request)

        return respond

    return sync_and_async_middleware(create)


def _protect_sync(view: View, thumbturn: Thumbturn | AsyncThumbturn, wanted: TokenRequirements) -> View:
    if isinstance(thumbturn, AsyncThumbturn):
        message = "A view that isn't async def needs the client Thumbturn, not AsyncThumbturn"
        raise ThumbturnError("invalid_options", message)

    @functools.wraps(view)
    def protected(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        admitted = admit_sync(thumbturn, _read_token(request, wanted), wanted)
        if isinstance(admitted, Rejection):
            return _respond(admitted)
        request.claims = admitted  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return protected


def _protect_async(view: View, thumbturn: Thumbturn | AsyncThumbturn, wanted: TokenRequirements) -> View:
    @functools.wraps(view)
    async def protected(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        token = _read_token(request, wanted)
        if isinstance(thumbturn, AsyncThumbturn):
            admitted = await admit_async(thumbturn, token, wanted)
        else:
            admitted = await sync_to_async(admit_sync, thread_sensitive=False)(thumbturn, token, wanted)
        if isinstance(admitted, Rejection):
            return _respond(admitted)
        request.claims = admitted  # type: ignore[attr-defined]
        return await view(request, *args, **kwargs)

    return protected


def _read_token(request: HttpRequest, wanted: TokenRequirements) -> str:
    return choose_token(request.headers.get("authorization"), request.COOKIES, wanted)


def _respond(rejection: Rejection) -> HttpResponseBase:
    response = JsonResponse(dict(rejection.body), status=rejection.status)
    for name, value in rejection.headers.items():
        response[name] = value
    return response
