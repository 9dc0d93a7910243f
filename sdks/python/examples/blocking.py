import os

from thumbturn import Thumbturn

thumbturn = Thumbturn(
    os.environ.get("THUMBTURN_URL", "http://localhost:4300/apps/demo"),
    api_key=os.environ.get("THUMBTURN_API_KEY"),
)
