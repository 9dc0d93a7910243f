/** The failure, for programs; the error's message says what to do. */
export type ThumbturnErrorCode =
  // Options and arguments
  | 'invalid_options'
  | 'missing_api_key'
  // Connection to the service
  | 'unreachable'
  | 'timeout'
  | 'response_too_large'
  | 'wrong_base_url'
  | 'unknown_application'
  // Rejected by the service
  | 'invalid_api_key'
  | 'missing_scope'
  | 'invalid_request'
  | 'invalid_code'
  | 'not_found'
  | 'not_enabled'
  | 'rate_limited'
  | 'server_error'
  // Sessions
  | 'session_missing'
  | 'session_cross_origin'
  | 'session_too_large'
  | TokenErrorCode
  | WebhookErrorCode

const rejectedTokenCodes = [
  'token_missing',
  'token_malformed',
  'token_wrong_algorithm',
  'token_unknown_key',
  'token_bad_signature',
  'token_wrong_issuer',
  'token_wrong_audience',
  'token_wrong_type',
  'token_expired',
  'token_too_old',
  'token_missing_scope',
  'token_without_passkey',
  'token_rejected',
  'token_without_proof',
  'token_wrong_proof',
] as const

/** Why a token is not accepted. */
export type TokenErrorCode =
  | (typeof rejectedTokenCodes)[number]
  | 'clock_off'
  | 'transaction_missing'
  | 'transaction_wrong_nonce'
  | 'transaction_wrong_payload'
  | 'transaction_wrong_user'

/** Why a webhook is not accepted. */
export type WebhookErrorCode =
  | 'webhook_missing_header'
  | 'webhook_too_old'
  | 'webhook_bad_signature'
  | 'webhook_malformed'

type Details = { status?: number | undefined; retryAfter?: number | undefined; cause?: unknown }

/** Thrown by every method of the SDK. Messages never contain a token or a key, so you can log them. */
export class ThumbturnError extends Error {
  override name = 'ThumbturnError'
  readonly code: ThumbturnErrorCode
  /** HTTP status of the service's response, if there was one. */
  readonly status: number | undefined
  /** Seconds to wait before the next attempt, if the service said so. */
  readonly retryAfter: number | undefined

  constructor(code: ThumbturnErrorCode, message: string, { status, retryAfter, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Whether the token itself was rejected, so its bearer isn't signed in. False for failures to verify it. */
export const isTokenRejected = (error: unknown): error is ThumbturnError =>
  error instanceof ThumbturnError && rejectedTokenCodes.some((code) => code === error.code)
