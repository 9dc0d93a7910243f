from thumbturn import AsyncProtectedResource

notes = AsyncProtectedResource(
    "http://localhost:4300/apps/demo",
    "http://localhost:3000/notes",
    scopes=["notes:read"],
    scopes_supported=["notes:read", "notes:write"],
    name="Notes",
)
