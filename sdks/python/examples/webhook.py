import os

from fastapi import FastAPI, Request, Response
from thumbturn import ThumbturnError, verify_webhook

app = FastAPI()


@app.post("/webhooks/thumbturn")
async def receive_events(request: Request) -> Response:
    secret = os.environ["THUMBTURN_WEBHOOK_SECRET"]
    try:
        webhook = verify_webhook(secret=secret, headers=request.headers, body=await request.body())
    except ThumbturnError as error:
        return Response(error.code, status_code=400)
    for event in webhook.events:
        print(event["eventId"], event["uuid"])
    return Response(status_code=204)
