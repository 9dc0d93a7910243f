"""The backend SDK for Thumbturn: verify passkey sign-ins, and manage users and passkeys."""

from . import wire
from ._async.client import AsyncThumbturn
from ._async.resource import AsyncProtectedResource
from ._sync.client import Thumbturn
from ._sync.resource import ProtectedResource
from .admission import Rejection, TokenRequirements, choose_token, create_rejection
from .claims import AccessClaims, AuthFactor, CommonClaims, ContentSignature, IdClaims, PayloadClaims, TokenType
from .errors import ErrorCode, ThumbturnError
from .options import ClientOptions
from .resource_options import IntrospectionOptions, ResourceOptions
from .resource_responses import ResourceAccess, ResourceRequest, ResourceResponse
from .resource_tokens import ResourceClaims
from .service_tokens import SigningKey, sign_service_token
from .webhooks import Webhook, WebhookEvent, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AccessClaims",
    "AsyncProtectedResource",
    "AsyncThumbturn",
    "AuthFactor",
    "ClientOptions",
    "CommonClaims",
    "ContentSignature",
    "ErrorCode",
    "IdClaims",
    "IntrospectionOptions",
    "PayloadClaims",
    "ProtectedResource",
    "Rejection",
    "ResourceAccess",
    "ResourceClaims",
    "ResourceOptions",
    "ResourceRequest",
    "ResourceResponse",
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
