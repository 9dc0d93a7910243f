import { PasskeyError, type PasskeyErrorCode } from './errors.ts'

/** What navigator.credentials.create throws (WebAuthn §5.1.3); NotReadableError is Android's credential manager. */
const creationCodes: Record<string, PasskeyErrorCode> = {
  AbortError: 'ERROR_PASSKEY_ABORTED',
  NotAllowedError: 'ERROR_PASSKEY_ABORTED',
  InvalidStateError: 'ERROR_PASSKEY_EXISTS',
  SecurityError: 'ERROR_DOMAIN_MISMATCH',
  NotSupportedError: 'ERROR_ALGORITHMS_UNSUPPORTED',
  UnknownError: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
  NotReadableError: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
}

/** Asserting knows no existing passkey and no algorithms (WebAuthn §5.1.4). */
const creationOnly = ['InvalidStateError', 'NotSupportedError']

const nameOf = (cause: unknown): string => (cause as Error | undefined)?.name ?? ''

/** Tells the developer why a passkey could not be created; the request is needed because one exception stands for two lacks. */
export function creationError(cause: unknown, request: CredentialCreationOptions): PasskeyError {
  const name = nameOf(cause)
  const code = name === 'ConstraintError' ? unmetConstraint(request) : creationCodes[name]
  return new PasskeyError(code ?? 'ERROR_GENERAL_ERROR', cause)
}

/** Tells the developer why no assertion could be made. */
export function assertionError(cause: unknown): PasskeyError {
  const name = nameOf(cause)
  const code = creationOnly.includes(name) ? undefined : creationCodes[name]
  return new PasskeyError(code ?? 'ERROR_GENERAL_ERROR', cause)
}

/** Authenticators check the resident key first; a conditional create lacks only the user's gesture. */
function unmetConstraint(request: CredentialCreationOptions & { mediation?: string }): PasskeyErrorCode | undefined {
  const wanted = request.publicKey?.authenticatorSelection
  const resident = wanted?.residentKey === 'required' || wanted?.requireResidentKey
  if (resident && request.mediation !== 'conditional') return 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'
  if (wanted?.userVerification === 'required') return 'ERROR_USER_VERIFICATION_UNSUPPORTED'
  return undefined
}
