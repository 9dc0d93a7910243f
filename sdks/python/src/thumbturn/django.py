"""A decorator and middleware for Django that admit only requests with a valid access token."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import unquote

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.decorators import sync_and_async_middleware

from ._async.admit import admit as admit_async
from ._async.client import AsyncThumbturn
from ._async.resource import AsyncProtectedResource
from ._sync.admit import admit as admit_sync
from ._sync.client import Thumbturn
from ._sync.resource import ProtectedResource
from .admission import Rejection, TokenRequirements, choose_token
from .claims import AccessClaims
from .errors import ThumbturnError
from .resource_responses import ResourceAccess, ResourceRequest, ResourceResponse, encode_body

View = Callable[..., Any]
Admission = Callable[[HttpRequest], Any]
"""Returns what a request is admitted with, or the response that rejects it; a coroutine function if its client is one."""


class TokenRequest(HttpRequest):
    """The request that a protected view gets."""

    claims: AccessClaims
    """The claims of its access token."""


class AccessRequest(HttpRequest):
    """The request that a view of a protected resource gets."""

    access: ResourceAccess
    """What the token of its client allows."""


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
        protected = _protect(view, _create_admission(thumbturn, wanted), "claims")
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


def _create_admission(thumbturn: Thumbturn | AsyncThumbturn, wanted: TokenRequirements) -> Admission:
    if isinstance(thumbturn, AsyncThumbturn):

        async def admit(request: HttpRequest) -> AccessClaims | Rejection:
            return await admit_async(thumbturn, _read_token(request, wanted), wanted)

        return admit
    return lambda request: admit_sync(thumbturn, _read_token(request, wanted), wanted)


def _protect(view: View, admit: Admission, attribute: str) -> View:
    """Passes requests to the view with the result of the admission in this attribute, unless it's a rejection."""
    if iscoroutinefunction(view):
        awaited = admit if iscoroutinefunction(admit) else sync_to_async(admit, thread_sensitive=False)
        return _protect_async(view, awaited, attribute)
    if iscoroutinefunction(admit):
        message = "A view that isn't async def needs Thumbturn or ProtectedResource, which block"
        raise ThumbturnError("invalid_options", message)
    return _protect_sync(view, admit, attribute)


def _protect_sync(view: View, admit: Admission, attribute: str) -> View:
    @functools.wraps(view)
    def protected(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        outcome = admit(request)
        if isinstance(outcome, (Rejection, ResourceResponse)):
            return _respond(outcome)
        setattr(request, attribute, outcome)
        return view(request, *args, **kwargs)

    return protected


def _protect_async(view: View, admit: Admission, attribute: str) -> View:
    @functools.wraps(view)
    async def protected(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        outcome = await admit(request)
        if isinstance(outcome, (Rejection, ResourceResponse)):
            return _respond(outcome)
        setattr(request, attribute, outcome)
        return await view(request, *args, **kwargs)

    return protected


def _read_token(request: HttpRequest, wanted: TokenRequirements) -> str:
    return choose_token(request.headers.get("authorization"), request.COOKIES, wanted)


def require_access(
    resource: ProtectedResource | AsyncProtectedResource,
    *,
    scopes: Sequence[str] = (),
    on_rejected: Callable[[ThumbturnError], object] | None = None,
) -> Callable[[View], View]:
    """
    Decorates a view that only OpenID clients with an access token can call, and which finds what it allows in
    `request.access`. `scopes` are those that the request needs besides those of the resource. `on_rejected` receives the exact
    reason for each rejected request, for your log. A view that isn't `async def` needs a ProtectedResource. The view is
    exempt from the CSRF check: no page of another site can send the Authorization header.
    """

    options: dict[str, Any] = {"scopes": scopes, "on_rejected": on_rejected}

    def decorate(view: View) -> View:
        protected = _protect(view, _create_resource_admission(resource, options), "access")
        protected.csrf_exempt = True  # type: ignore[attr-defined]
        return protected

    return decorate


def serve_metadata(resource: ProtectedResource | AsyncProtectedResource) -> URLPattern:
    """The route of the metadata by which clients learn how to get a token. Add it to the `urlpatterns` of the site."""

    def show_metadata(request: HttpRequest) -> HttpResponse:
        described = resource.describe(ResourceRequest(request.method or "", resource.metadata_path))
        if described is None:
            raise Http404
        return _respond(described)

    show_metadata.csrf_exempt = True  # type: ignore[attr-defined]
    # Django decodes paths before it compares them.
    return path(unquote(resource.metadata_path).removeprefix("/"), show_metadata)


def _create_resource_admission(
    resource: ProtectedResource | AsyncProtectedResource, options: dict[str, Any]
) -> Admission:
    if isinstance(resource, AsyncProtectedResource):

        async def admit(request: HttpRequest) -> ResourceAccess | ResourceResponse:
            return await resource.admit(_to_resource_request(request), **options)

        return admit
    return lambda request: resource.admit(_to_resource_request(request), **options)


def _to_resource_request(request: HttpRequest) -> ResourceRequest:
    headers = request.headers
    return ResourceRequest(
        request.method or "", request.get_full_path(), headers.get("authorization"), headers.get("dpop")
    )


def _respond(described: Rejection | ResourceResponse) -> HttpResponse:
    response = HttpResponse(encode_body(described.body), status=described.status)
    if described.body is None:
        del response["content-type"]
    for name, value in described.headers.items():
        response[name] = value
    return response
