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
  ERROR_PASSKEY_ABORTED: 'The user cancelled, the time ran out, or another ceremony started. Offer to try again.',
  ERROR_PASSKEY_EXISTS: 'This authenticator already has a passkey of this user. Offer to sign in with it.',
  ERROR_DOMAIN_MISMATCH:
    'The RP ID of the application does not match the domain of this page. Check the RP ID and the allowed origins, and serve the page over https or from localhost.',
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED:
    'The authenticator cannot keep discoverable passkeys. Offer another authenticator, or do not require a resident key.',
  ERROR_USER_VERIFICATION_UNSUPPORTED:
    'The authenticator cannot verify the user. Ask for a screen lock or PIN to be set up, or do not require user verification.',
  ERROR_ALGORITHMS_UNSUPPORTED: 'The authenticator supports none of the algorithms offered. Offer ES256 and RS256.',
  ERROR_AUTHENTICATOR_UNKNOWN_ERROR: 'The authenticator failed without saying why. Offer to try again or another one.',
  ERROR_SIGN_IN_REQUIRED:
    'This username is taken. Sign in first to add a passkey, or pass a token granted with reg:write.',
  ERROR_REGISTRATION_REFUSED: 'The service refuses to register this user here. See the log of the application.',
  ERROR_NO_PASSKEY:
    'No passkey of this user can be used here. Pass callbacks.onFallback to offer the ways that the service names.',
  ERROR_GENERAL_ERROR: 'The browser refused the ceremony. See the cause.',
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
