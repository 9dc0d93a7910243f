import os

INSTALLED_APPS += ["mozilla_django_oidc"]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "mozilla_django_oidc.auth.OIDCAuthenticationBackend",
]

OIDC_RP_CLIENT_ID = "{client_id}"
OIDC_RP_CLIENT_SECRET = os.environ["OIDC_RP_CLIENT_SECRET"]
OIDC_RP_SCOPES = "openid profile email groups"
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = "{issuer}/openid/authorize"
OIDC_OP_TOKEN_ENDPOINT = "{issuer}/openid/token"
OIDC_OP_USER_ENDPOINT = "{issuer}/openid/userinfo"
OIDC_OP_JWKS_ENDPOINT = "{issuer}/fido2/v2/.well-known/jwks.json"
LOGIN_URL = "oidc_authentication_init"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
