"""A dependency for FastAPI that admits only requests with a valid access token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, cast
from urllib.parse import unquote

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response, Security
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer

from ._async.admit import admit as admit_async
from ._async.client import AsyncThumbturn
from ._async.resource import AsyncProtectedResource
from ._sync.admit import admit as admit_sync
from ._sync.client import Thumbturn
from ._sync.resource import ProtectedResource
from .admission import Rejection, TokenRequirements, choose_token
from .claims import AccessClaims
from .errors import ThumbturnError
from .resource_responses import ResourceAccess, ResourceRequest, ResourceResponse

# Shows the button "Authorize" in the documentation of the API. The token is read here, with the cookie.
_bearer = HTTPBearer(auto_error=False, description="The access token of a sign-in")
_client_bearer = HTTPBearer(auto_error=False, description="The access token of an OpenID client")


class TokenRejected(HTTPException):
    """The response to a request without a valid token. Without the handler of `install`, its body is in `detail`."""

    def __init__(self, rejection: Rejection | ResourceResponse) -> None:
        headers = {name: value for name, value in rejection.headers.items() if name != "content-type"}
        super().__init__(rejection.status, detail=dict(rejection.body or {}), headers=headers)


def require_token(
    thumbturn: AsyncThumbturn | Thumbturn, requirements: TokenRequirements | None = None
) -> Callable[..., Awaitable[AccessClaims]]:
    """A dependency that returns the claims: `Annotated[AccessClaims, Depends(require_token(thumbturn))]`."""
    wanted = requirements or TokenRequirements()

    async def read_claims(request: Request, _: Annotated[Any, Security(_bearer)] = None) -> AccessClaims:
        token = choose_token(request.headers.get("authorization"), request.cookies, wanted)
        if isinstance(thumbturn, AsyncThumbturn):
            admitted = await admit_async(thumbturn, token, wanted)
        else:
            admitted = await run_in_threadpool(admit_sync, thumbturn, token, wanted)
        if isinstance(admitted, Rejection):
            raise TokenRejected(admitted)
        return admitted

    return read_claims


def install(app: FastAPI) -> None:
    """Responds to rejected requests with the bodies of the other SDKs of Thumbturn, such as `{"msg": …, "msgCode": …}`."""
    app.add_exception_handler(TokenRejected, _respond)


async def _respond(_: Request, error: Exception) -> Response:
    rejected = cast("TokenRejected", error)
    return JSONResponse(rejected.detail, rejected.status_code, rejected.headers)


def require_access(
    resource: AsyncProtectedResource | ProtectedResource,
    *,
    scopes: Sequence[str] = (),
    on_rejected: Callable[[ThumbturnError], object] | None = None,
) -> Callable[..., Awaitable[ResourceAccess]]:
    """
    A dependency that returns what the token of a client allows: `Annotated[ResourceAccess, Depends(require_access(resource))]`.
    `scopes` are those that the request needs besides those of the resource. `on_rejected` receives the exact reason for each
    rejected request, for your log.
    """

    async def read_access(request: Request, _: Annotated[Any, Security(_client_bearer)] = None) -> ResourceAccess:
        received = _to_resource_request(request)
        if isinstance(resource, AsyncProtectedResource):
            outcome = await resource.admit(received, scopes=scopes, on_rejected=on_rejected)
        else:
            outcome = await run_in_threadpool(resource.admit, received, scopes=scopes, on_rejected=on_rejected)
        if isinstance(outcome, ResourceResponse):
            raise TokenRejected(outcome)
        return outcome

    return read_access


def serve_metadata(resource: AsyncProtectedResource | ProtectedResource) -> APIRouter:
    """The route of the metadata by which clients learn how to get a token: `app.include_router(serve_metadata(resource))`."""
    router = APIRouter()

    # Starlette decodes paths before it compares them.
    @router.api_route(unquote(resource.metadata_path), methods=["GET", "HEAD", "OPTIONS"], include_in_schema=False)
    async def show_metadata(request: Request) -> Response:
        described = resource.describe(ResourceRequest(request.method, resource.metadata_path))
        if described is None:
            raise HTTPException(404)
        return Response(described.content, described.status, dict(described.headers))

    return router


def _to_resource_request(request: Request) -> ResourceRequest:
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    proofs = ", ".join(request.headers.getlist("dpop"))
    return ResourceRequest(request.method, raw.decode("latin-1"), request.headers.get("authorization"), proofs or None)
