from typing import Annotated

from fastapi import Depends, FastAPI
from thumbturn import ResourceAccess
from thumbturn.fastapi import (
    install,
    require_access,
    serve_metadata,
)

from notes import notes

app = FastAPI()
install(app)
app.include_router(serve_metadata(notes))

Reader = Annotated[
    ResourceAccess,
    Depends(require_access(notes)),
]
Writer = Annotated[
    ResourceAccess,
    Depends(require_access(notes, scopes=["notes:write"])),
]


@app.get("/notes")
async def list_notes(access: Reader) -> dict[str, str | None]:
    return {"owner": access.user_id}


@app.post("/notes")
async def add_note(access: Writer) -> dict[str, str | None]:
    return {"owner": access.user_id}
