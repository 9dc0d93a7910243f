import { type CborValue, encodeCbor } from './cbor.ts'
import {
  applyChange,
  createAttestedData,
  createAuthenticatorData,
  createClientData,
  flag,
  sha256,
  toBase64url,
} from './ceremony.ts'
import type {
  AssertionOptions,
  AssertionOverrides,
  AssertionResult,
  CreationOverrides,
  CreationResult,
  PaymentOptions,
  PaymentOverrides,
  RegistrationRequestOptions,
  ShownPayment,
} from './json.ts'
import { signWith } from './keys.ts'
import type { AuthenticatorSettings, StoredCredential } from './settings.ts'

/** The inputs of one registration or assertion. */
export interface Ceremony<Options, Overrides> {
  settings: AuthenticatorSettings
  credential: StoredCredential
  hashRpId: (rpId: string) => Buffer
  options: Options
  overrides: Overrides
}

function toFlags({ userVerified = true, backupEligible, backedUp }: AuthenticatorSettings): number {
  return flag.UP | (userVerified ? flag.UV : 0) | (backupEligible ? flag.BE : 0) | (backedUp ? flag.BS : 0)
}

/** The seven fields of a registration response. */
export function createCreationResult(
  ceremony: Ceremony<RegistrationRequestOptions, CreationOverrides>,
): CreationResult {
  const { settings, credential, hashRpId, options, overrides } = ceremony
  const { key } = credential
  const credentialId = overrides.credentialId ?? credential.id
  const { challenge } = options
  const clientData = createClientData({ type: 'webauthn.create', challenge, origin: settings.origin }, overrides)
  const aaguid = overrides.aaguid ?? settings.aaguid ?? '00000000-0000-0000-0000-000000000000'
  const authData = createAuthenticatorData({
    rpIdHash: hashRpId(overrides.rpId ?? credential.rpId),
    flags: applyChange(toFlags(settings) | flag.AT | (overrides.extensions ? flag.ED : 0), overrides.flags),
    signCount: overrides.signCount ?? credential.signCount,
    attested: createAttestedData({ aaguid, credentialId, cose: key.cose }),
    ...(overrides.extensions && { extensions: encodeCbor(new Map(Object.entries(overrides.extensions))) }),
  })
  return {
    clientDataJSON: toBase64url(clientData),
    attestationObject: toBase64url(createAttestationObject(ceremony, authData, clientData)),
    credentialId,
    authenticatorData: toBase64url(authData),
    publicKey: toBase64url(key.spki),
    publicKeyAlgorithm: key.algorithm,
    transports: settings.transports ?? ['internal'],
  }
}

function createAttestationObject(
  { settings, credential, overrides }: Ceremony<unknown, CreationOverrides>,
  authData: Buffer,
  clientData: Buffer,
): Buffer {
  const written = (fmt: string, attStmt: CborValue) =>
    encodeCbor(new Map<string, CborValue>(Object.entries({ fmt, attStmt, authData })))
  if (settings.attestation !== 'packed-self') return written('none', new Map())
  const signature = signWith(credential.key, Buffer.concat([authData, sha256(clientData)]))
  const sig = applyChange(signature, overrides.signature)
  return written('packed', new Map<string, CborValue>(Object.entries({ alg: credential.key.algorithm, sig })))
}

/** The five fields of an assertion response. */
export const createAssertionResult = (ceremony: Ceremony<AssertionOptions, AssertionOverrides>): AssertionResult =>
  signClientData(ceremony, { type: 'webauthn.get' })

/** The same for a payment, whose client data contains what the browser showed. */
export function createPaymentResult(ceremony: Ceremony<PaymentOptions, PaymentOverrides>): AssertionResult {
  const { settings, options, overrides } = ceremony
  const { challenge, credentialIds: _ids, ...shown } = options
  const right: ShownPayment = { topOrigin: settings.origin, ...shown }
  return signClientData(ceremony, { type: 'payment.get', payment: applyChange(right, overrides.payment) })
}

function signClientData(
  { settings, credential, hashRpId, options, overrides }: Ceremony<{ challenge: string }, AssertionOverrides>,
  collected: { type: string; payment?: ShownPayment },
): AssertionResult {
  const { challenge } = options
  const clientData = createClientData({ ...collected, challenge, origin: settings.origin }, overrides)
  const authData = createAuthenticatorData({
    rpIdHash: hashRpId(overrides.rpId ?? credential.rpId),
    flags: applyChange(toFlags(settings), overrides.flags),
    signCount: overrides.signCount ?? credential.signCount,
  })
  const signature = signWith(credential.key, Buffer.concat([authData, sha256(clientData)]))
  const userHandle = overrides.userHandle === undefined ? credential.userId : overrides.userHandle
  return {
    clientDataJSON: toBase64url(clientData),
    authenticatorData: toBase64url(authData),
    credentialId: overrides.credentialId ?? credential.id,
    signature: toBase64url(applyChange(signature, overrides.signature)),
    ...(userHandle === null ? {} : { userHandle }),
  }
}
