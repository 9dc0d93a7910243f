/** Every way a passkey ceremony can end without a passkey. */
export type PasskeyErrorCode =
  | 'ERROR_PASSKEY_ABORTED'
  | 'ERROR_PASSKEY_EXISTS'
  | 'ERROR_DOMAIN_MISMATCH'
  | 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'
  | 'ERROR_USER_VERIFICATION_UNSUPPORTED'
  | 'ERROR_ALGORITHMS_UNSUPPORTED'
  | 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'
  | 'ERROR_SIGN_IN_REQUIRED'
  | 'ERROR_REGISTRATION_REFUSED'
  | 'ERROR_NO_PASSKEY'
  | 'ERROR_GENERAL_ERROR'

/** What the developer who reads the message can do. */
const advice: Record<PasskeyErrorCode, string> = {
  ERROR_PASSKEY_ABORTED: 'Cancelled, timed out, or ended by another ceremony: offer to try again',
  ERROR_PASSKEY_EXISTS: 'This authenticator already has a passkey of this user: offer to sign in with it',
  ERROR_DOMAIN_MISMATCH:
    'The RP ID does not match the domain of this page: check the RP ID of the application, and use https or localhost',
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED:
    'This authenticator cannot keep discoverable passkeys: offer another, or do not require a resident key',
  ERROR_USER_VERIFICATION_UNSUPPORTED:
    'This authenticator cannot verify the user: ask for a screen lock or PIN, or do not require user verification',
  ERROR_ALGORITHMS_UNSUPPORTED: 'This authenticator supports no algorithm offered: offer ES256 and RS256',
  ERROR_AUTHENTICATOR_UNKNOWN_ERROR: 'This authenticator failed without saying why: offer to try again',
  ERROR_SIGN_IN_REQUIRED: 'This username is taken: sign in first, or pass a token with reg:write',
  ERROR_REGISTRATION_REFUSED: 'The service does not let this user register: see the log of the application',
  ERROR_NO_PASSKEY: 'No passkey can be used: pass callbacks.onFallback to offer another way to sign in',
  ERROR_GENERAL_ERROR: 'The browser refused: see the cause',
}

/** A ceremony that ended without a passkey; `cause` is what the browser threw. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, cause?: unknown, message: string = advice[code]) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** What this browser or page cannot do, and what to ask or offer instead. */
export function unsupported(message: string): PasskeyError {
  return new PasskeyError('ERROR_GENERAL_ERROR', undefined, message)
}

/** What the service said when it refused. */
export interface Refusal {
  msg: string
  msgCode: string
  status: number
  body?: unknown
}

/** A refusal of the service; status 0 and msgCode `unreachable` where no answer came, empty msgCode where something else answered in its place. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly msg: string
  readonly msgCode: string
  /** The parsed answer, where it was JSON. */
  readonly body: unknown

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.msg, cause === undefined ? undefined : { cause })
    this.status = refusal.status
    this.msg = refusal.msg
    this.msgCode = refusal.msgCode
    this.body = refusal.body
  }
}
