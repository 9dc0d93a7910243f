import { type CborMap, type CborRules, decodeFirst } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { CeremonyPolicy, FullPolicy } from '../policy.ts'
import { type Flags, flag, readFlags } from './flags.ts'

/** Authenticator data without attested credential data, as in assertions (#authenticator-data). */
export type AuthenticatorData = { bytes: Buffer; flags: Flags; signCount: number }

/** The new credential (#attested-credential-data). */
export type AttestedCredential = { aaguid: Buffer; id: Buffer; publicKey: CborMap; publicKeyBytes: Buffer }

const flagsAt = 32
const signCountAt = 33
const headerLength = 37

/**
 * Parses the authenticator data of an assertion: header, extension map only if ED is set, nothing else.
 * @throws WebAuthnError auth_data
 */
export function parseAssertionData(bytes: Buffer, policy: Policy): AuthenticatorData {
  const header = parseHeader(bytes)
  if (has(bytes, flag.attestedCredential)) reject('auth_data', 'an assertion carries attested credential data')
  requireEnd(bytes, headerLength, policy)
  return header
}

/**
 * Parses the authenticator data of a registration: header, attested credential, extension map only if ED is set.
 * @throws WebAuthnError auth_data
 */
export function parseRegistrationData(
  bytes: Buffer,
  policy: Policy,
): AuthenticatorData & { credential: AttestedCredential; extensions: CborMap | undefined } {
  const header = parseHeader(bytes)
  if (!has(bytes, flag.attestedCredential)) reject('auth_data', 'a registration without attested credential data')
  const { credential, end } = parseCredential(bytes, policy)
  const extensions = requireEnd(bytes, end, policy)
  return { ...header, credential, extensions }
}

function parseHeader(bytes: Buffer): AuthenticatorData {
  if (bytes.length < headerLength) reject('auth_data', `authenticator data has ${bytes.length} bytes, less than 37`)
  return { bytes, flags: readFlags(bytes[flagsAt]!), signCount: bytes.readUInt32BE(signCountAt) }
}

function parseCredential(bytes: Buffer, policy: Policy): { credential: AttestedCredential; end: number } {
  const idAt = headerLength + 18
  if (bytes.length < idAt) reject('auth_data', 'authenticator data ends inside the attested credential data')
  const keyAt = idAt + bytes.readUInt16BE(idAt - 2)
  if (bytes.length < keyAt) reject('auth_data', 'authenticator data ends inside the credential id')
  const { value, end } = decodeFirst(bytes, keyAt, toCborRules(policy))
  if (!(value instanceof Map)) reject('auth_data', 'the credential public key is not a CBOR map')
  const aaguid = bytes.subarray(headerLength, headerLength + 16)
  const id = bytes.subarray(idAt, keyAt)
  return { credential: { aaguid, id, publicKey: value, publicKeyBytes: bytes.subarray(keyAt, end) }, end }
}

/** The extension map, if there is one, is the last thing. */
function requireEnd(bytes: Buffer, from: number, policy: Policy): CborMap | undefined {
  let end = from
  let outputs: CborMap | undefined
  if (has(bytes, flag.extensions)) {
    const extensions = decodeFirst(bytes, from, toExtensionRules(policy))
    if (!(extensions.value instanceof Map)) reject('auth_data', 'the extension outputs are not a CBOR map')
    outputs = extensions.value
    end = extensions.end
  }
  if (end !== bytes.length) reject('auth_data', `${bytes.length - end} bytes left over in the authenticator data`)
  return outputs
}

const has = (bytes: Buffer, bit: number) => (bytes[flagsAt]! & bit) !== 0

type Policy = FullPolicy<CeremonyPolicy>

// Written by the authenticator itself, so CTAP2's order of keys applies.
const toCborRules = ({ strictCbor }: Policy): CborRules => ({
  form: strictCbor ? 'canonical' : 'lenient',
  reason: 'auth_data',
})

// Older security keys write the names of their extensions in another order, which changes nothing about the outputs.
const toExtensionRules = (policy: Policy): CborRules =>
  policy.strictCbor === 'any-order' ? { form: 'any-order', reason: 'auth_data' } : toCborRules(policy)
