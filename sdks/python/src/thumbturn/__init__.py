"""The backend SDK for Thumbturn: verify passkey sign-ins, and manage users and passkeys."""

from . import wire
from ._async.client import AsyncThumbturn
from ._sync.client import Thumbturn
from .admission import Rejection, TokenRequirements, choose_token, create_rejection
from .claims import AccessClaims, AuthFactor, CommonClaims, ContentSignature, IdClaims, PayloadClaims, TokenType
from .errors import ErrorCode, ThumbturnError
from .options import ClientOptions
from .service_tokens import SigningKey, sign_service_token
from .webhooks import Webhook, WebhookEvent, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AccessClaims",
    "AsyncThumbturn",
    "AuthFactor",
    "ClientOptions",
    "CommonClaims",
    "ContentSignature",
    "ErrorCode",
    "IdClaims",
    "PayloadClaims",
    "Rejection",
    "SigningKey",
    "Thumbturn",
    "ThumbturnError",
    "TokenRequirements",
    "TokenType",
    "Webhook",
    "WebhookEvent",
    "choose_token",
    "create_rejection",
    "sign_service_token",
    "verify_webhook",
    "wire",
]
