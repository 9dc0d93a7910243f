from thumbturn import AsyncProtectedResource

notes = AsyncProtectedResource(
    "https://id.example.com/apps/shop",
    "https://api.example.com/notes",
    scopes=["notes:read"],
    scopes_supported=["notes:read", "notes:write"],
    name="Notes",
)
