import os

from thumbturn import AsyncThumbturn

thumbturn = AsyncThumbturn(
    os.environ.get("THUMBTURN_URL", "http://localhost:4300/apps/demo"),
    api_key=os.environ.get("THUMBTURN_API_KEY"),
)
