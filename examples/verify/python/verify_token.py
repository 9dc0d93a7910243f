import os

import jwt

BASE_URL = os.environ.get("THUMBTURN_URL", "http://localhost:4300/apps/demo")
APP_ID = "demo"

# Keeps the keys for five minutes. An unknown key ID causes another fetch,
# at most every 30 seconds.
keys = jwt.PyJWKClient(
    f"{BASE_URL}/fido2/v2/.well-known/jwks.json",
    lifespan=300,
    cooldown_duration=30,
    timeout=5,
)


def verify_token(token: str) -> str:
    """Return the user ID. Raise jwt.PyJWTError if the token isn't valid."""
    claims = jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token),
        algorithms=["ES256"],
        issuer=BASE_URL,
        audience=APP_ID,
        options={"require": ["iss", "aud", "exp", "sub"]},
    )
    if claims.get("tokenType") != "jwtAccess":
        raise jwt.InvalidTokenError("The token isn't an access token")
    return claims["sub"]
