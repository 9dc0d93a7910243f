import os

from thumbturn import (
    AsyncProtectedResource,
    IntrospectionOptions,
)

notes = AsyncProtectedResource(
    "http://localhost:4300/apps/demo",
    "http://localhost:3000/notes",
    introspection=IntrospectionOptions(
        "notes-server",
        os.environ.get("NOTES_SERVER_SECRET"),
        cache_seconds=60,
        during_outage="reject",
    ),
)
