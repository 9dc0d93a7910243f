import os

from thumbturn import (
    AsyncProtectedResource,
    IntrospectionOptions,
)

notes = AsyncProtectedResource(
    "https://id.example.com/apps/shop",
    "https://api.example.com/notes",
    introspection=IntrospectionOptions(
        "notes-server",
        os.environ.get("NOTES_SERVER_SECRET"),
        cache_seconds=60,
        during_outage="reject",
    ),
)
