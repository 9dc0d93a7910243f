from thumbturn import ThumbturnError

from client import thumbturn


async def read_username(token: str) -> str | None:
    try:
        claims = await thumbturn.verify_token(token)
    except ThumbturnError as error:
        # Any other error isn't about the token: respond with 503.
        if error.is_token_rejected:
            return None
        raise
    return claims["username"]
