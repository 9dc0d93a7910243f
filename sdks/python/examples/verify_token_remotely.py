from thumbturn import AccessClaims

from client import thumbturn


async def verify_sign_in(token: str) -> AccessClaims:
    return await thumbturn.verify_token_remotely(token)
