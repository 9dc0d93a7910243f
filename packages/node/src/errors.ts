/** Everything that can go wrong, for the program; the message of the error says what to do. */
export type ThumbturnErrorCode =
  // How the client was made, or called
  | 'invalid_options'
  | 'missing_api_key'
  // The way to the service
  | 'unreachable'
  | 'timeout'
  | 'answer_too_large'
  | 'wrong_base_url'
  | 'unknown_application'
  // What the service refused
  | 'invalid_api_key'
  | 'missing_scope'
  | 'invalid_request'
  | 'invalid_code'
  | 'not_found'
  | 'not_enabled'
  | 'rate_limited'
  | 'server_error'
  // A token that proves nothing here
  | TokenErrorCode

/** Why a token is not accepted. */
export type TokenErrorCode =
  | 'token_missing'
  | 'token_malformed'
  | 'token_wrong_algorithm'
  | 'token_unknown_key'
  | 'token_bad_signature'
  | 'token_wrong_issuer'
  | 'token_wrong_audience'
  | 'token_wrong_type'
  | 'token_expired'
  | 'token_too_old'
  | 'token_missing_scope'
  | 'token_without_passkey'
  | 'token_refused'
  | 'clock_off'
  | 'transaction_missing'
  | 'transaction_wrong_nonce'
  | 'transaction_wrong_payload'
  | 'transaction_wrong_user'

type Details = { status?: number; retryAfter?: number; cause?: unknown }

/** A refusal or a failure. No message has a token or a key in it, so all may be logged. */
export class ThumbturnError extends Error {
  override name = 'ThumbturnError'
  readonly code: ThumbturnErrorCode
  /** The HTTP status of the service's answer, where it gave one. */
  readonly status: number | undefined
  /** Seconds after which to try again, where the service said so. */
  readonly retryAfter: number | undefined

  constructor(code: ThumbturnErrorCode, message: string, { status, retryAfter, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }
}
