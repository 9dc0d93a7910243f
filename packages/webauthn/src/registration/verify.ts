import type { AttestationType } from '../attestation/type.ts'
import { judgeAttestation } from '../attestation/verify.ts'
import { formatAaguid } from '../authenticator-data/aaguid.ts'
import { judgeAuthenticatorData } from '../authenticator-data/check.ts'
import { type AuthenticatorExtensions, readExtensions } from '../authenticator-data/extensions.ts'
import { parseRegistrationData } from '../authenticator-data/parse.ts'
import { fromBase64url } from '../base64url.ts'
import type { CborMap } from '../cbor/decode.ts'
import { judgeClientData } from '../client-data/check.ts'
import { parseClientData } from '../client-data/parse.ts'
import { readCredentialKey } from '../cose/key.ts'
import type { Expectations } from '../expected.ts'
import { hash } from '../hash.ts'
import { type RegistrationPolicy, registrationPolicy } from '../policy.ts'
import { parseAttestationObject } from './attestation-object.ts'
import { judgeBackupEligibility } from './backup-eligibility.ts'
import { judgeCredentialId } from './credential-id.ts'

/** The client's response; binary fields are base64url. */
export type RegistrationInput = {
  response: {
    clientDataJSON: string
    attestationObject: string
    credentialId: string
    transports?: readonly string[]
  }
  expected: Expectations & {
    /** COSE numbers that were offered in pubKeyCredParams */
    algorithms: readonly number[]
    /** whether the user must be present; default true; false for conditional create */
    userPresence?: boolean
  }
  policy?: RegistrationPolicy
}

/** The contents of a credential record (#credential-record). */
export type Registration = {
  /** base64url */
  credentialId: string
  /** the COSE key as received */
  publicKey: Buffer
  /** the same key as SubjectPublicKeyInfo, DER, for `verifyAssertion` */
  publicKeySpki: Buffer
  algorithm: number
  signCount: number
  /** lowercase UUID; proven by a trusted attestation only */
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  userPresent: boolean
  /** outputs of authenticator extensions; as trustworthy as the attestation */
  extensions?: AuthenticatorExtensions
  /** of the statement; none if the policy ignored it */
  format: string
  attestationType: AttestationType
  /** whether the attestation ends in a trust anchor */
  trusted: boolean
  /** x5c (DER), leaf first; empty for none and self */
  trustPath: Buffer[]
  origin: string
  topOrigin?: string
}

/**
 * Verifies a new credential by #sctn-registering-a-new-credential, in its order, from the client data to the credential
 * ID. Left to the caller: spending the challenge, and rejecting an ID that is already registered.
 * @throws WebAuthnError and nothing else
 */
export function verifyRegistration({ response, expected, policy: chosen }: RegistrationInput): Registration {
  const policy = registrationPolicy(chosen)

  const clientDataJSON = fromBase64url(response.clientDataJSON, 'client_data')
  const clientData = parseClientData(clientDataJSON, policy)
  const place = judgeClientData(clientData, { ...expected, type: 'webauthn.create' }, policy)
  const clientDataHash = hash('sha256', clientDataJSON)

  const attestationObject = fromBase64url(response.attestationObject, 'cbor')
  const { format, statement, authData } = parseAttestationObject(attestationObject, policy)
  const { credential, flags, signCount, extensions } = judgedAuthenticatorData(authData, expected, policy)
  const credentialKey = readCredentialKey(credential.publicKey, expected.algorithms, policy)

  const attested = { authData, clientDataHash, credential, credentialKey, policy }
  const attestation = judgeAttestation({ format, statement }, attested)
  judgeCredentialId(credential.id, response.credentialId, policy)

  return {
    credentialId: credential.id.toString('base64url'),
    publicKey: Buffer.from(credential.publicKeyBytes),
    publicKeySpki: credentialKey.spki,
    algorithm: credentialKey.number,
    signCount,
    aaguid: formatAaguid(credential.aaguid),
    ...flags,
    ...toExtensions(extensions),
    format: attestation.format,
    attestationType: attestation.type,
    trusted: attestation.trusted,
    trustPath: attestation.trustPath,
    ...place,
  }
}

function toExtensions(outputs: CborMap | undefined): Pick<Registration, 'extensions'> {
  const extensions = readExtensions(outputs)
  return extensions ? { extensions } : {}
}

function judgedAuthenticatorData(
  authData: Buffer,
  expected: RegistrationInput['expected'],
  policy: ReturnType<typeof registrationPolicy>,
) {
  const parsed = parseRegistrationData(authData, policy)
  judgeAuthenticatorData(parsed, { ...expected, userPresence: expected.userPresence !== false })
  judgeBackupEligibility(parsed.flags, policy)
  return parsed
}
