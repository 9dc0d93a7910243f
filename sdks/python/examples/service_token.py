import os

from thumbturn import sign_service_token


def sign_registration(username: str) -> str:
    return sign_service_token(
        client_id="demo",
        private_key=os.environ["THUMBTURN_CLIENT_KEY"],
        scope="auth.register",
        username=username,
    )
