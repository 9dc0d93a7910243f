import {
  type Assertion,
  type AssertionPolicy,
  type Expectations,
  type PaymentInput,
  type Registration,
  type RegistrationPolicy,
  verifyAssertionInBackground,
  verifyPaymentInBackground,
  verifyRegistration,
  WebAuthnError,
} from '@thumbturn/webauthn'
import { type Explanation, explain, forbidden } from '../core/errors.ts'
import type { Metadata } from '../core/model/aaguids/metadata.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listCeremonyOrigins } from '../core/model/applications/origins.ts'
import { explanations } from '../core/model/passkeys/explanations.ts'
import type { Payment } from '../core/model/transactions/payment.ts'
import type { AssertionRequirements, Ceremonies } from '../core/ports/ceremonies.ts'

type Dependencies = {
  /** Milliseconds since 1970, for the validity of certificates. */
  now(): number
  metadata: Pick<Metadata, 'trustAnchors' | 'findStatement'>
}

const rejected = (cause: unknown) => forbidden('Passkey verification failed', cause)

/** Errors of the verifier become AppErrors; anything else it throws is a bug and must stay one. */
function toAppError(error: unknown, explanation?: Explanation) {
  if (!(error instanceof WebAuthnError)) return error
  return explanation ? explain(rejected(error), explanation) : rejected(error)
}

/** Verifies ceremonies with our own verifier, under the application's policy. */
export function createWebauthnCeremonies(dependencies: Dependencies): Ceremonies {
  return {
    verifyCreation(...input) {
      try {
        return verifyCreation(dependencies, ...input)
      } catch (error) {
        throw toAppError(error, findExplanation(error, input[1].application))
      }
    },
    verifyAssertion: verifyUse,
  }
}

/** The problem of a new authenticator, if it is not the fault of its client. */
function findExplanation(error: unknown, { settings }: Application): Explanation | undefined {
  const { reason } = error as Partial<WebAuthnError>
  const { backupEligibility } = settings
  if (reason === 'user_verification') return explanations.userVerification
  if (reason === 'algorithm') return explanations.algorithm
  if (reason === 'attestation' || reason === 'attestation_format' || reason === 'trust') return explanations.attestation
  if (reason !== 'backup_flags' || backupEligibility === 'any') return undefined
  return backupEligibility === 'synced' ? explanations.synced : explanations.deviceBound
}

function verifyCreation(
  dependencies: Dependencies,
  ...[response, requirements]: Parameters<Ceremonies['verifyCreation']>
): Registration {
  const { application, challenge, userPresence } = requirements
  const { algorithms, attestationTrust } = application.settings
  const registration = verifyRegistration({
    response,
    expected: { ...toExpected(application, challenge), algorithms, userPresence },
    policy: toRegistrationPolicy(application, dependencies),
  })
  if (attestationTrust === 'metadata') requireStatedAttestation(registration, dependencies)
  return registration
}

async function verifyUse(...[response, credential, requirements]: Parameters<Ceremonies['verifyAssertion']>) {
  try {
    const verified = await verifySignature(response, credential, requirements)
    requireAcceptedUse(verified, requirements)
    const { userHandle: sent } = response
    return { ...verified, userHandle: sent && Buffer.from(sent, 'base64url').toString('base64url') }
  } catch (error) {
    throw toAppError(error)
  }
}

function verifySignature(
  ...[response, credential, requirements]: Parameters<Ceremonies['verifyAssertion']>
): Promise<Assertion> {
  const { application, challenge, payment, userHandleRequired } = requirements
  const { signCounter: counter } = application.settings
  // Conditions that an error can explain are checked below, after the signature: then only the holder of the passkey
  // learns it.
  const policy: AssertionPolicy = { counter, backupEligibilityChange: 'flag' }
  const expected = { ...toExpected(application, challenge), userVerification: 'preferred' as const, userHandleRequired }
  return payment
    ? verifyPaymentInBackground({
        response,
        credential,
        policy,
        expected: toExpectedPayment(application, { ...expected, payment }),
      })
    : verifyAssertionInBackground({ response, credential, expected, policy })
}

/** Requires of a passkey whose signature was verified all that the application requires. */
function requireAcceptedUse(
  { userVerified, backupEligibilityChanged }: Assertion,
  { application, userVerification }: AssertionRequirements & { application: Application },
): void {
  if (userVerification === 'required' && !userVerified)
    throw explain(rejected('user_verification: the user was not verified'), explanations.userVerification)
  if (backupEligibilityChanged && application.settings.backupEligibilityChange === 'reject')
    throw explain(rejected('backup_flags: backup eligibility never changes'), explanations.changedPasskey)
}

function toExpected(application: Application, challenge: string): Expectations {
  const { rpId, settings } = application
  const { topOrigins, userVerification } = settings
  return {
    challenge,
    rpId,
    origins: listCeremonyOrigins(application),
    topOrigins,
    crossOrigin: topOrigins.length > 0,
    userVerification,
  }
}

/** Pages of the application can request payments, and those of `paymentOrigins`, also in frames of one another. */
function toExpectedPayment(
  { settings }: Application,
  { payment, ...expected }: Expectations & { userHandleRequired: boolean; payment: Payment },
): PaymentInput['expected'] {
  const { paymentOrigins } = settings
  const origins = [...expected.origins, ...paymentOrigins]
  const topOrigins = [...origins, ...settings.topOrigins]
  const crossOrigin = expected.crossOrigin || paymentOrigins.length > 0
  return { ...expected, origins, topOrigins, crossOrigin, payment: { ...payment, topOrigins } }
}

function toRegistrationPolicy({ settings }: Application, { now, metadata }: Dependencies): RegistrationPolicy {
  const { attestation, attestationFormats, attestationSha1, attestationTrust, backupEligibility } = settings
  const isRequired = attestationTrust !== 'none'
  return {
    now: now(),
    attestation: attestation === 'none' && !isRequired ? 'ignore' : 'verify',
    formats: attestationFormats,
    compound: attestationFormats.includes('compound'),
    backupEligibility,
    untrustedAttestation: isRequired ? 'reject' : 'none',
    tpmSha1: attestationSha1 || (isRequired ? false : 'unverified'),
    // A statement that proves nothing can't satisfy a policy that requires proof.
    acceptNone: !isRequired,
    acceptSelf: !isRequired,
    trustAnchors: attestationTrust === 'metadata' ? metadata.trustAnchors : decodeAnchors(settings.trustAnchors),
  }
}

const decodedAnchors = new WeakMap<readonly string[], Buffer[]>()

/** Decoded once for each version of the settings: the verifier parses the same bytes only once. */
function decodeAnchors(anchors: readonly string[]): Buffer[] {
  const decoded = decodedAnchors.get(anchors) ?? anchors.map((certificate) => Buffer.from(certificate, 'base64'))
  decodedAnchors.set(anchors, decoded)
  return decoded
}

/** Kinds of attestation as the metadata names them (FIDO Registry §3.6.3). */
const statedTypes: Readonly<Record<string, string>> = {
  basic: 'basic_full',
  self: 'basic_surrogate',
  attca: 'attca',
  anonca: 'anonca',
}

/**
 * The model's metadata statement must list the kind of attestation and the algorithm of the credential.
 * @throws WebAuthnError trust
 */
function requireStatedAttestation(
  { aaguid, algorithm, attestationType }: Registration,
  { metadata }: Dependencies,
): void {
  // U2F devices have no AAGUID: their statements are found by their certificates, among the anchors.
  const statement = metadata.findStatement(aaguid)
  if (!statement) return
  const { algorithms, attestationTypes } = statement
  const stated = statedTypes[attestationType] ?? attestationType
  if (!attestationTypes.includes(stated)) throw new WebAuthnError('trust', `its model does not attest by ${stated}`)
  if (algorithms.length > 0 && !algorithms.includes(algorithm)) {
    throw new WebAuthnError('trust', `its model does not sign by algorithm ${algorithm}`)
  }
}
