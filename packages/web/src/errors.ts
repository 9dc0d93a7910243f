import type { ErrorReason } from './vocabulary.ts'

/** Every way a passkey ceremony can end without a passkey. */
export type PasskeyErrorCode =
  | 'ERROR_PASSKEY_ABORTED'
  | 'ERROR_PASSKEY_EXISTS'
  | 'ERROR_DOMAIN_MISMATCH'
  | 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'
  | 'ERROR_USER_VERIFICATION_UNSUPPORTED'
  | 'ERROR_ALGORITHMS_UNSUPPORTED'
  | 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'
  | 'ERROR_FRAME_NOT_ALLOWED'
  | 'ERROR_CLOCK_WRONG'
  | 'ERROR_BLUETOOTH_MISSING'
  | 'ERROR_KEY_UNAVAILABLE'
  | 'ERROR_USERNAME_MISSING'
  | 'ERROR_SIGN_IN_REQUIRED'
  | 'ERROR_REGISTRATION_REJECTED'
  | 'ERROR_NO_PASSKEY'
  | 'ERROR_GENERAL_ERROR'

/** The problem, then the developer's remedy. ERROR_DOMAIN_MISMATCH is described where both domains are known. */
const advice: Partial<Record<PasskeyErrorCode, string>> = {
  ERROR_PASSKEY_ABORTED: 'Canceled or timed out: offer to try again',
  ERROR_PASSKEY_EXISTS: 'This authenticator has a passkey: offer to sign in',
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED: 'This authenticator cannot store passkeys: offer another',
  ERROR_USER_VERIFICATION_UNSUPPORTED: 'This authenticator cannot verify users: offer another',
  ERROR_ALGORITHMS_UNSUPPORTED: 'This authenticator cannot use the algorithms: offer another',
  ERROR_AUTHENTICATOR_UNKNOWN_ERROR: 'This authenticator failed: offer to try again',
  ERROR_FRAME_NOT_ALLOWED: 'This frame needs allow="publickey-credentials-get; publickey-credentials-create"',
  ERROR_CLOCK_WRONG: 'Wrong device clock: correct it',
  ERROR_SIGN_IN_REQUIRED: 'This username is taken: sign in, or pass a token with reg:write',
  ERROR_REGISTRATION_REJECTED: 'Rejected: see the log',
  ERROR_NO_PASSKEY: 'No passkey: pass callbacks.onFallback',
  ERROR_GENERAL_ERROR: 'Browser error: see the cause',
}

/** Base of all errors: `message` is for developers, `code` for programs, `userMessage` for users. */
export abstract class SdkError extends Error {
  /** Set by loadUserMessages. */
  declare static findMessage: ((error: unknown) => string) | undefined
  abstract readonly code: string

  constructor(message: string | undefined, cause: unknown) {
    super(message, cause ? { cause } : undefined)
  }

  /** The user's remedy, in the language of the page; on localhost, the developer's for a mistake in the setup. Safe to show. */
  get userMessage(): string {
    return SdkError.findMessage?.(this) ?? 'Something went wrong. Try again.'
  }
}

/** A ceremony that ended without a passkey; `cause` is the browser's exception. */
export class PasskeyError extends SdkError {
  override name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, cause?: unknown, message = advice[code]) {
    super(message, cause)
    this.code = code
  }
}

/** For features that this browser or page lacks. The message says what to check or offer instead. */
export function createUnsupportedError(message: string): PasskeyError {
  return new PasskeyError('ERROR_GENERAL_ERROR', undefined, message)
}

/** The exact failure, if `msgCode` leaves it open. */
export type ApiErrorReason = ErrorReason

/** The service's error response. */
export interface ErrorResponse {
  msg: string
  msgCode: string
  status: number
  reason?: ApiErrorReason | undefined
  body?: unknown | undefined
}

/**
 * The service rejected the call. Without a response (status 0), the code is `unreachable` or `offline`; if something
 * other than the service responded, `not_a_service`.
 */
export class ApiError extends SdkError {
  override name = 'ApiError'
  declare readonly status: number
  declare readonly msg: string
  declare readonly msgCode: string
  /** Same as msgCode, so that every error of the SDK has a code. */
  declare readonly code: string
  /** The exact failure, if the service reports it: `invalid_code`, `unknown_application` … */
  declare readonly reason: ApiErrorReason | undefined
  /** The parsed response, if it was JSON. */
  declare readonly body: unknown

  constructor(response: ErrorResponse, cause?: unknown) {
    super(response.msg, cause)
    Object.assign(this, response, { code: response.msgCode })
  }
}
