package thumbturn

import (
	"errors"
	"slices"
	"time"
)

// Code identifies a failure, for programs. Compare it with errors.Is(err, thumbturn.CodeTokenExpired).
type Code string

// Error makes each code a target of errors.Is.
func (c Code) Error() string { return string(c) }

// Codes of options and arguments.
const (
	CodeInvalidOptions Code = "invalid_options"
	CodeMissingAPIKey  Code = "missing_api_key"
)

// Codes of the connection to the service.
const (
	CodeUnreachable        Code = "unreachable"
	CodeTimeout            Code = "timeout"
	CodeResponseTooLarge   Code = "response_too_large"
	CodeWrongBaseURL       Code = "wrong_base_url"
	CodeUnknownApplication Code = "unknown_application"
)

// Codes of calls that the service rejects.
const (
	CodeInvalidAPIKey  Code = "invalid_api_key"
	CodeMissingScope   Code = "missing_scope"
	CodeInvalidRequest Code = "invalid_request"
	CodeInvalidCode    Code = "invalid_code"
	CodeNotFound       Code = "not_found"
	CodeNotEnabled     Code = "not_enabled"
	CodeRateLimited    Code = "rate_limited"
	CodeServerError    Code = "server_error"
)

// Codes of tokens that are not accepted.
const (
	CodeTokenMissing        Code = "token_missing"
	CodeTokenMalformed      Code = "token_malformed"
	CodeTokenWrongAlgorithm Code = "token_wrong_algorithm"
	CodeTokenUnknownKey     Code = "token_unknown_key"
	CodeTokenBadSignature   Code = "token_bad_signature"
	CodeTokenWrongIssuer    Code = "token_wrong_issuer"
	CodeTokenWrongAudience  Code = "token_wrong_audience"
	CodeTokenWrongType      Code = "token_wrong_type"
	CodeTokenExpired        Code = "token_expired"
	CodeTokenTooOld         Code = "token_too_old"
	CodeTokenMissingScope   Code = "token_missing_scope"
	CodeTokenWithoutPasskey Code = "token_without_passkey"
	CodeTokenRejected       Code = "token_rejected"
	CodeTokenWithoutProof   Code = "token_without_proof"
	CodeTokenWrongProof     Code = "token_wrong_proof"
	// CodeClockOff says that the clock of this machine is wrong, not the token.
	CodeClockOff Code = "clock_off"
)

// Codes of transactions and payloads that were not confirmed as expected.
const (
	CodeTransactionMissing      Code = "transaction_missing"
	CodeTransactionWrongNonce   Code = "transaction_wrong_nonce"
	CodeTransactionWrongPayload Code = "transaction_wrong_payload"
	CodeTransactionWrongUser    Code = "transaction_wrong_user"
)

// Codes of webhooks that are not accepted.
const (
	CodeWebhookMissingHeader Code = "webhook_missing_header"
	CodeWebhookTooOld        Code = "webhook_too_old"
	CodeWebhookBadSignature  Code = "webhook_bad_signature"
	CodeWebhookMalformed     Code = "webhook_malformed"
)

// rejectedTokenCodes lists the codes that say that the bearer of a token isn't signed in.
var rejectedTokenCodes = []Code{
	CodeTokenMissing, CodeTokenMalformed, CodeTokenWrongAlgorithm, CodeTokenUnknownKey, CodeTokenBadSignature,
	CodeTokenWrongIssuer, CodeTokenWrongAudience, CodeTokenWrongType, CodeTokenExpired, CodeTokenTooOld,
	CodeTokenMissingScope, CodeTokenWithoutPasskey, CodeTokenRejected, CodeTokenWithoutProof, CodeTokenWrongProof,
}

// Error is the error of every function of this package, except that a context that ends a call is returned as its own error.
// Messages never contain a token or a key, so you can log them.
type Error struct {
	Code Code
	// Message says what happened and what to do, for developers.
	Message string
	// Status is the HTTP status of the service's response, or 0 if there was none.
	Status int
	// RetryAfter is the time to wait before the next attempt, or 0 if the service didn't say.
	RetryAfter time.Duration

	cause error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is the code of the error.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

func newError(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// withCause sets what errors.Unwrap returns.
func (e *Error) withCause(cause error) *Error {
	e.cause = cause
	return e
}

// IsTokenRejected reports whether the token itself was rejected, so its bearer isn't signed in. It is false for failures to
// verify a token, such as an outage of the service.
func IsTokenRejected(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && slices.Contains(rejectedTokenCodes, failure.Code)
}
