"""A dependency for FastAPI that admits only requests with a valid access token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, cast

from fastapi import FastAPI, HTTPException, Request, Response, Security
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer

from ._async.admit import admit as admit_async
from ._async.client import AsyncThumbturn
from ._sync.admit import admit as admit_sync
from ._sync.client import Thumbturn
from .admission import Rejection, TokenRequirements, choose_token
from .claims import AccessClaims

# Shows the button "Authorize" in the documentation of the API. The token is read here, with the cookie.
_bearer = HTTPBearer(auto_error=False, description="The access token of a sign-in")


class TokenRejected(HTTPException):
    """The response to a request without a valid token. Without the handler of `install`, its body is in `detail`."""

    def __init__(self, rejection: Rejection) -> None:
        headers = {name: value for name, value in rejection.headers.items() if name != "content-type"}
        super().__init__(rejection.status, detail=dict(rejection.body), headers=headers)


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
    """Makes the body of rejections `{"msg": …, "msgCode": …}`, as in the other SDKs of Thumbturn."""
    app.add_exception_handler(TokenRejected, _respond)


async def _respond(_: Request, error: Exception) -> Response:
    rejected = cast("TokenRejected", error)
    return JSONResponse(rejected.detail, rejected.status_code, rejected.headers)
