from thumbturn import ThumbturnError

from client import thumbturn


async def read_username(token: str) -> str | None:
    try:
        claims = await thumbturn.verify_token(token)
    except ThumbturnError as error:
        # An unreachable service says nothing about the token, so it must
        # not sign the user out: respond with 503.
        if error.is_token_rejected:
            return None
        raise
    return claims["username"]
