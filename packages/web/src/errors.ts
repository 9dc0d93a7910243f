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
  | 'ERROR_USERNAME_MISSING'
  | 'ERROR_SIGN_IN_REQUIRED'
  | 'ERROR_REGISTRATION_REFUSED'
  | 'ERROR_NO_PASSKEY'
  | 'ERROR_GENERAL_ERROR'

/** What happened, then what the developer can do; a domain mismatch is described where both domains are known. */
const advice: Partial<Record<PasskeyErrorCode, string>> = {
  ERROR_PASSKEY_ABORTED: 'Canceled or timed out: offer to try again',
  ERROR_PASSKEY_EXISTS: 'This authenticator has a passkey: offer to sign in',
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED: 'This authenticator cannot keep passkeys: offer another',
  ERROR_USER_VERIFICATION_UNSUPPORTED: 'This authenticator cannot verify users: offer another',
  ERROR_ALGORITHMS_UNSUPPORTED: 'This authenticator cannot sign as asked: offer another',
  ERROR_AUTHENTICATOR_UNKNOWN_ERROR: 'This authenticator failed: offer to try again',
  ERROR_FRAME_NOT_ALLOWED: 'This frame needs allow="publickey-credentials-get; publickey-credentials-create"',
  ERROR_CLOCK_WRONG: 'The clock of this device is ahead: set it',
  ERROR_SIGN_IN_REQUIRED: 'This username is taken: sign in, or pass a token with reg:write',
  ERROR_REGISTRATION_REFUSED: 'Registration rejected: see the log',
  ERROR_NO_PASSKEY: 'No passkey: pass callbacks.onFallback',
  ERROR_GENERAL_ERROR: 'The browser failed: see the cause',
}

/** What all errors of the SDK have: `message` is for developers, `code` for programs, `userMessage` for users. */
export abstract class SdkError extends Error {
  /** What loadUserMessages has loaded. */
  declare static words: ((error: unknown) => string) | undefined
  abstract readonly code: string

  constructor(message: string | undefined, cause: unknown) {
    super(message, cause ? { cause } : undefined)
  }

  /** What the user can do, in the language of the page; safe to show. */
  get userMessage(): string {
    return SdkError.words?.(this) ?? 'Something went wrong. Try again.'
  }
}

/** A ceremony that ended without a passkey; `cause` is what the browser threw. */
export class PasskeyError extends SdkError {
  override name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, cause?: unknown, message = advice[code]) {
    super(message, cause)
    this.code = code
  }
}

/** What this browser or page cannot do, and what to ask or offer instead. */
export function unsupported(message: string): PasskeyError {
  return new PasskeyError('ERROR_GENERAL_ERROR', undefined, message)
}

/** What exactly failed, where `msgCode` leaves it open. */
export type ApiErrorReason = 'unknown_application' | 'unknown_path' | 'invalid_api_key' | 'invalid_code'

/** What the service said when it refused. */
export interface Refusal {
  msg: string
  msgCode: string
  status: number
  reason?: ApiErrorReason | undefined
  body?: unknown | undefined
}

/** No answer (status 0) is `unreachable` or `offline`; `not_a_service` where something else answered in its place. */
export class ApiError extends SdkError {
  override name = 'ApiError'
  declare readonly status: number
  declare readonly msg: string
  declare readonly msgCode: string
  /** The same as msgCode, so that every error of the SDK has a code. */
  declare readonly code: string
  /** What exactly failed, where the service says so: `invalid_code`, `unknown_application` … */
  declare readonly reason: ApiErrorReason | undefined
  /** The parsed answer, where it was JSON. */
  declare readonly body: unknown

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.msg, cause)
    Object.assign(this, refusal, { code: refusal.msgCode })
  }
}
