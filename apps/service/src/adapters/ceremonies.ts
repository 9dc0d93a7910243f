import {
  type AssertionPolicy,
  type Expected,
  type Registration,
  type RegistrationPolicy,
  verifyAssertionInBackground,
  verifyRegistration,
  WebAuthnError,
} from '@thumbturn/webauthn'
import { forbidden } from '../core/errors.ts'
import type { Metadata } from '../core/model/aaguids/metadata.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listAllowedOrigins } from '../core/model/applications/origins.ts'
import type { Ceremonies } from '../core/ports/ceremonies.ts'

type Means = {
  /** Milliseconds since 1970, for the validity of certificates. */
  now(): number
  metadata: Pick<Metadata, 'trustAnchors' | 'findStatement'>
}

/** Errors of the verifier become AppErrors; anything else it throws is a bug and must stay one. */
const toRefusal = (error: unknown) =>
  error instanceof WebAuthnError ? forbidden('The ceremony was refused', error) : error

/** Verifies ceremonies with our own verifier, under the application's policy. */
export function createWebauthnCeremonies(means: Means): Ceremonies {
  return {
    verifyCreation(...given) {
      try {
        return verifyCreation(means, ...given)
      } catch (error) {
        throw toRefusal(error)
      }
    },
    async verifyAssertion(...given) {
      try {
        return await verifyUse(...given)
      } catch (error) {
        throw toRefusal(error)
      }
    },
  }
}

function verifyCreation(means: Means, ...[response, demands]: Parameters<Ceremonies['verifyCreation']>): Registration {
  const { application, challenge, userPresence } = demands
  const { algorithms, attestationTrust } = application.settings
  const registration = verifyRegistration({
    response,
    expected: { ...toExpected(application, challenge), algorithms, userPresence },
    policy: toRegistrationPolicy(application, means),
  })
  if (attestationTrust === 'metadata') demandStated(registration, means)
  return registration
}

function verifyUse(...[response, credential, demands]: Parameters<Ceremonies['verifyAssertion']>) {
  const { application, challenge } = demands
  const policy: AssertionPolicy = { counter: application.settings.signCounter }
  return verifyAssertionInBackground({
    response,
    credential,
    expected: { ...toExpected(application, challenge), ...demands },
    policy,
  })
}

function toExpected(application: Application, challenge: string): Expected {
  const { rpId, settings } = application
  const { topOrigins, userVerification } = settings
  return {
    challenge,
    rpId,
    origins: listAllowedOrigins(application),
    topOrigins,
    crossOrigin: topOrigins.length > 0,
    userVerification,
  }
}

function toRegistrationPolicy({ settings }: Application, { now, metadata }: Means): RegistrationPolicy {
  const { attestationFormats, attestationSha1, attestationTrust, backupEligibility } = settings
  const demanded = attestationTrust !== 'none'
  return {
    now: now(),
    formats: attestationFormats,
    compound: attestationFormats.includes('compound'),
    backupEligibility,
    untrustedAttestation: demanded ? 'reject' : 'none',
    tpmSha1: attestationSha1 || (demanded ? false : 'unverified'),
    // A statement that proves nothing can't satisfy a policy that requires proof.
    acceptNone: !demanded,
    acceptSelf: !demanded,
    trustAnchors:
      attestationTrust === 'metadata'
        ? metadata.trustAnchors
        : settings.trustAnchors.map((certificate) => Buffer.from(certificate, 'base64')),
  }
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
function demandStated({ aaguid, algorithm, attestationType }: Registration, { metadata }: Means): void {
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
