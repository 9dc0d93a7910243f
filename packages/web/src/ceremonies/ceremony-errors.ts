import { isDeniedHere } from '../browser/support.ts'
import { readOptional } from '../browser/tolerance.ts'
import { PasskeyError, type PasskeyErrorCode } from '../errors.ts'

/**
 * Exceptions of both ceremonies (WebAuthn §5.1.3, §5.1.4). NotReadableError comes from Android's Credential Manager.
 */
const codes: Record<string, PasskeyErrorCode> = {
  AbortError: 'ERROR_PASSKEY_ABORTED',
  NotAllowedError: 'ERROR_PASSKEY_ABORTED',
  SecurityError: 'ERROR_DOMAIN_MISMATCH',
  UnknownError: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
  NotReadableError: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
}

/** Exceptions of creation only. */
const creationCodes: Record<string, PasskeyErrorCode> = {
  InvalidStateError: 'ERROR_PASSKEY_EXISTS',
  NotSupportedError: 'ERROR_ALGORITHMS_UNSUPPORTED',
}

/** Explains why a passkey could not be created. Needs the request, because ConstraintError has two causes. */
export function toCreationError(cause: unknown, request: CredentialCreationOptions): PasskeyError {
  const name = readName(cause)
  const code = name === 'ConstraintError' ? findUnmetConstraint(request) : creationCodes[name]
  return createCeremonyError(cause, request.publicKey?.rp?.id, code ?? findDeniedFrame(name, 'create'))
}

/** Explains why there is no assertion. */
export const toAssertionError = (cause: unknown, rpId?: string): PasskeyError =>
  createCeremonyError(cause, rpId, findDeniedFrame(readName(cause), 'get'))

/** A manager can reject with anything, such as an object that the page isn't allowed to read. */
export const readName = (cause: unknown): string => readOptional(() => String((cause as Error).name)) ?? ''

/** A frame without permission throws the same as a canceled dialog. Only Chromium's policy tells them apart. */
const findDeniedFrame = (name: string, call: 'create' | 'get'): PasskeyErrorCode | undefined =>
  name === 'NotAllowedError' && isDeniedHere(call) ? 'ERROR_FRAME_NOT_ALLOWED' : undefined

function createCeremonyError(cause: unknown, rpId: string | undefined, known?: PasskeyErrorCode): PasskeyError {
  // Without a credential.
  if (cause instanceof PasskeyError) return cause
  const code = known ?? codes[readName(cause)] ?? 'ERROR_GENERAL_ERROR'
  if (code !== 'ERROR_DOMAIN_MISMATCH') return new PasskeyError(code, cause)
  const related = `or list it in https://${rpId}/.well-known/webauthn`
  return new PasskeyError(
    code,
    cause,
    `RP ID ${rpId} does not cover ${location.origin}: open the page there, ${related}`,
  )
}

/** Authenticators check the resident key first. A conditional create lacks only user verification. */
function findUnmetConstraint(
  request: CredentialCreationOptions & { mediation?: string },
): PasskeyErrorCode | undefined {
  const wanted = request.publicKey?.authenticatorSelection
  const resident = wanted?.residentKey === 'required' || wanted?.requireResidentKey
  if (resident && request.mediation !== 'conditional') return 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'
  if (wanted?.userVerification === 'required') return 'ERROR_USER_VERIFICATION_UNSUPPORTED'
  return undefined
}
