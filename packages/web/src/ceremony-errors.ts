import { PasskeyError, type PasskeyErrorCode } from './errors.ts'

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
  const name = (cause as Error | undefined)?.name ?? ''
  const code = name === 'ConstraintError' ? findUnmetConstraint(request) : creationCodes[name]
  return createCeremonyError(cause, request.publicKey?.rp?.id, code ?? findDeniedFrame(name, 'create'))
}

/** Explains why there is no assertion. */
export const toAssertionError = (cause: unknown, rpId?: string): PasskeyError =>
  createCeremonyError(cause, rpId, findDeniedFrame((cause as Error | undefined)?.name, 'get'))

type PolicyDocument = { featurePolicy?: { allowsFeature(feature: string): boolean } }

/** A frame without permission throws the same as a canceled dialog. Only Chromium's policy tells them apart. */
function findDeniedFrame(name: string | undefined, call: 'create' | 'get'): PasskeyErrorCode | undefined {
  const { featurePolicy } = document as PolicyDocument
  const denied = name === 'NotAllowedError' && featurePolicy?.allowsFeature(`publickey-credentials-${call}`) === false
  return denied ? 'ERROR_FRAME_NOT_ALLOWED' : undefined
}

function createCeremonyError(cause: unknown, rpId: string | undefined, known?: PasskeyErrorCode): PasskeyError {
  const code = known ?? codes[(cause as Error | undefined)?.name ?? ''] ?? 'ERROR_GENERAL_ERROR'
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
