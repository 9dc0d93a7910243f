import {
  type AssertionPolicy,
  type Expected,
  type RegistrationPolicy,
  verifyAssertion,
  verifyRegistration,
} from '@thumbturn/webauthn'
import type { Application } from '../core/applications/application.ts'
import { allowedOrigins } from '../core/applications/origins.ts'
import type { Ceremonies } from '../core/ceremonies.ts'

type Means = {
  /** Milliseconds since 1970: certificates are judged by it. */
  now(): number
  /** Certificates (DER) in which the FIDO metadata lets a model's chain end; none when it is not in good standing. */
  trustAnchors(format: string, aaguid: string): readonly Uint8Array[]
}

/** Ceremonies judged by our own verifier, under the policy of the application. */
export function webauthnCeremonies(means: Means): Ceremonies {
  return {
    verifyCreation(response, { application, challenge, userPresence }) {
      const { algorithms } = application.settings
      return verifyRegistration({
        response,
        expected: { ...expectedOf(application, challenge), algorithms, userPresence },
        policy: registrationPolicyOf(application, means),
      })
    },
    verifyAssertion(response, { publicKeySpki, ...credential }, { application, challenge, userHandleRequired }) {
      const policy: AssertionPolicy = { counter: application.settings.signCounter }
      const { buffer, byteOffset, length } = publicKeySpki
      return verifyAssertion({
        response,
        credential: { ...credential, publicKeySpki: Buffer.from(buffer, byteOffset, length) },
        expected: { ...expectedOf(application, challenge), userHandleRequired },
        policy,
      })
    },
  }
}

function expectedOf(application: Application, challenge: string): Expected {
  const { rpId, settings } = application
  const { topOrigins, userVerification } = settings
  return {
    challenge,
    rpId,
    origins: allowedOrigins(application),
    topOrigins,
    crossOrigin: topOrigins.length > 0,
    userVerification,
  }
}

function registrationPolicyOf({ settings }: Application, { now, trustAnchors }: Means): RegistrationPolicy {
  const { attestationFormats, attestationTrust, backupEligibility } = settings
  const demanded = attestationTrust !== 'none'
  return {
    now: now(),
    formats: attestationFormats,
    compound: attestationFormats.includes('compound'),
    backupEligibility,
    untrustedAttestation: demanded ? 'reject' : 'none',
    // A statement that proves nothing cannot meet a demand for proof.
    acceptNone: !demanded,
    acceptSelf: !demanded,
    trustAnchors:
      attestationTrust === 'metadata'
        ? trustAnchors
        : settings.trustAnchors.map((certificate) => Buffer.from(certificate, 'base64')),
  }
}
