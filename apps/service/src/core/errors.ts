import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { OauthError } from '@thumbturn/contract/vocabulary/oauth-errors.ts'

/** Every error that a caller can get. */
export type ErrorCode =
  | 'bad_request'
  | 'origin_not_allowed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_many_requests'
  | 'confirmation_required'
  | 'last_owner'
  | 'last_passkey'
  | 'username_taken'
  | 'sso_expired'
  | 'sso_rejected'
  | 'sso_required'

/** The exact failure. Each API maps every reason to its own name for it, or to none. */
export type Reason =
  | 'authentication_failed'
  | 'authenticator_not_accepted'
  | 'authenticator_not_certified'
  | 'code_not_authorized'
  | 'contact_not_verifiable'
  | 'credential_not_created'
  | 'credential_unknown'
  | 'incomplete_request'
  | 'invalid_access_code'
  | 'invalid_api_key'
  | 'invalid_code'
  | 'invalid_request'
  | 'link_page_missing'
  | 'method_unavailable'
  | 'name_taken'
  | 'not_permitted'
  | 'session_used'
  | 'unknown_application'
  | 'unknown_path'
  | 'user_exists'
  | 'user_unknown'
  | 'user_verification_missing'
  | 'username_taken'

/** The error of a protocol endpoint, and the scheme of the challenge that comes with it (RFC 9110 §11.6.1). */
export type OauthFailure = {
  error: OauthError
  scheme?: 'Basic' | 'Bearer' | 'DPoP'
  /** The call had no credential at all, so the challenge names no error (RFC 6750 §3.1). */
  isMissing?: boolean
}

type AppErrorOptions = ErrorOptions & { retryAfter?: number; reason?: Reason; oauth?: OauthFailure }

/**
 * An error for the caller. Anything else that is thrown is a bug and becomes internal_error. `cause` has the precise
 * reason for the log; it never reaches the caller.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  /** For too_many_requests: the seconds after which the client can try again. */
  readonly retryAfter: number | undefined
  readonly reason: Reason | undefined
  /** Its name in OAuth 2.0 and OpenID Connect, if it has one. */
  readonly oauth: OauthFailure | undefined
  /** The user of the rejected call, if known; for the event only, it never reaches the caller. */
  userId: string | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfter = options.retryAfter
    this.reason = options.reason
    this.oauth = options.oauth
  }
}

/** Reasons that starting again doesn't change: they are about the caller's own authenticator. */
const lastingReasons = [
  'authenticator_not_accepted',
  'authenticator_not_certified',
  'user_verification_missing',
] as const satisfies Reason[]

/** The explanation of a rejection that starting again doesn't change. */
export type Explanation = { message: string; reason: (typeof lastingReasons)[number] }

/** The rejection of a flow, with what the caller can change. */
export const explain = ({ code, cause }: AppError, { message, reason }: Explanation) =>
  new AppError(code, message, { cause, reason })

/** Whether an error explains what the caller can change. */
export const isExplained = (error: unknown): error is AppError & Explanation =>
  error instanceof AppError && lastingReasons.some((reason) => reason === error.reason)

/** Adds the user of the call to the error. */
export function withUser(error: AppError, userId: string | undefined): AppError {
  error.userId = userId
  return error
}

export const badRequest = (message: string, cause?: unknown) => new AppError('bad_request', message, { cause })
export const unauthorized = (message: string, cause?: unknown) => new AppError('unauthorized', message, { cause })
/** One error for unknown API keys, revoked ones, and those of other applications. */
export const invalidApiKey = () =>
  new AppError('unauthorized', 'The API key is not valid', { reason: 'invalid_api_key' })
export const forbidden = (message: string, cause?: unknown) => new AppError('forbidden', message, { cause })
export const notFound = (message: string, cause?: unknown) => new AppError('not_found', message, { cause })
/** The same error for every limit; `retryAfter` is in seconds. */
export const tooMany = (retryAfter: number) =>
  new AppError('too_many_requests', 'Too many calls: try again after the time in Retry-After', { retryAfter })

/**
 * A dependency of the service is unavailable: the request is valid, and the client can repeat it after `retryAfter`
 * seconds. The message is public; `cause` is for the log. Not an AppError, so that no flow mistakes an outage for a
 * failed verification.
 */
export class Outage extends Error {
  override name = 'Outage'
  readonly retryAfter: number

  constructor(message: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = options.retryAfter ?? 5
  }
}

/** The kind of problem that an operator has to fix; for programs that run commands with `--json`. */
export type OperatorErrorCode =
  | 'invalid_settings'
  | 'database_unusable'
  | 'database_empty'
  | 'database_prerelease'
  | 'schema_unusable'
  | 'master_key_missing'
  | 'master_key_mismatch'
  | 'master_key_unavailable'
  | 'backup_unusable'
  | 'file_not_written'

/** Keeps the program from starting, or a command from running, until an operator mends it; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly code: OperatorErrorCode

  constructor(code: OperatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const overloadMessage = 'The service is overloaded: try again after the time in Retry-After'

/** The service has more calls than it can respond to in time; `limit` is the class of the rejected one. */
export class Overload extends Outage {
  override name = 'Overload'
  readonly limit: LimitClass

  constructor(limit: LimitClass) {
    super(overloadMessage, { retryAfter: 2 })
    this.limit = limit
  }
}

export const isOutage = (error: unknown): error is Outage => error instanceof Outage

export const isOverload = (error: unknown): error is Overload => error instanceof Overload

/** Creates the error with which a flow rejects: always the same message, with the precise reason for the log. */
export type Reject = (reason: unknown) => AppError

/** The rejection because of an error, which explains what the error does. */
export const rejectFor = (reject: Reject, error: AppError): AppError =>
  isExplained(error) ? explain(reject(error), error) : reject(error)
