import os

from fastapi import FastAPI, Request, Response
from thumbturn import ThumbturnError, verify_webhook

app = FastAPI()
secret = os.environ["THUMBTURN_WEBHOOK_SECRET"]


@app.post("/webhooks/thumbturn")
async def receive_events(request: Request) -> Response:
    body = await request.body()
    try:
        webhook = verify_webhook(
            secret=secret, headers=request.headers, body=body
        )
    except ThumbturnError as error:
        return Response(error.code, status_code=400)
    for event in webhook.events:
        print(event["eventId"], event["uuid"])
    return Response(status_code=204)
