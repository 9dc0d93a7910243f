from typing import Annotated

from fastapi import Depends, FastAPI
from thumbturn import AccessClaims
from thumbturn.fastapi import install, require_token

from client import thumbturn

app = FastAPI()
install(app)

Claims = Annotated[AccessClaims, Depends(require_token(thumbturn))]


@app.get("/api/me")
async def show_user(claims: Claims) -> dict[str, str]:
    return {"username": claims["username"]}
