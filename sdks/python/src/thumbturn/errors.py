"""The only exception of the SDK, and its codes."""

from __future__ import annotations

from typing import Any, Literal, get_args

RejectedTokenCode = Literal[
    "token_missing",
    "token_malformed",
    "token_wrong_algorithm",
    "token_unknown_key",
    "token_bad_signature",
    "token_wrong_issuer",
    "token_wrong_audience",
    "token_wrong_type",
    "token_expired",
    "token_too_old",
    "token_missing_scope",
    "token_without_passkey",
    "token_rejected",
    "token_without_proof",
    "token_wrong_proof",
]

ErrorCode = Literal[
    # Options and arguments
    "invalid_options",
    "missing_api_key",
    # Connection to the service
    "unreachable",
    "timeout",
    "response_too_large",
    "wrong_base_url",
    "unknown_application",
    # Rejected by the service
    "invalid_api_key",
    "missing_scope",
    "invalid_request",
    "invalid_code",
    "not_found",
    "not_enabled",
    "rate_limited",
    "server_error",
    # Tokens
    RejectedTokenCode,
    "clock_off",
    "transaction_missing",
    "transaction_wrong_nonce",
    "transaction_wrong_payload",
    "transaction_wrong_user",
    # Webhooks
    "webhook_missing_header",
    "webhook_too_old",
    "webhook_bad_signature",
    "webhook_malformed",
]

_rejected_token_codes = frozenset(get_args(RejectedTokenCode))


class ThumbturnError(Exception):
    """Raised by every method of the SDK. Messages never contain a token or a key, so you can log them."""

    code: ErrorCode
    """The failure, for programs."""
    message: str
    """What happened and what to do, for developers."""
    status: int | None
    """HTTP status of the service's response, if there was one."""
    retry_after: float | None
    """Seconds to wait before the next attempt, if the service said so."""

    def __init__(
        self, code: ErrorCode, message: str, *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.retry_after = retry_after

    @property
    def is_token_rejected(self) -> bool:
        """Whether the token itself was rejected, so its bearer isn't signed in. False for failures to verify it."""
        return self.code in _rejected_token_codes

    def copy(self) -> ThumbturnError:
        """A new instance, because each raise of the same instance would lengthen its traceback."""
        return ThumbturnError(self.code, self.message, status=self.status, retry_after=self.retry_after)

    def __reduce__(self) -> tuple[Any, ...]:
        """Keeps the code when a task queue pickles the error."""
        return (ThumbturnError, (self.code, self.message), self.__dict__)
