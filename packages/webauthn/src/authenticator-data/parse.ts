import { type CborMap, type CborRules, decodeFirst } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { CeremonyPolicy, Settled } from '../policy.ts'
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
export function parseAssertionData(bytes: Buffer, policy: Settled<CeremonyPolicy>): AuthenticatorData {
  const header = parseHeader(bytes)
  if (has(bytes, flag.attestedCredential)) reject('auth_data', 'an assertion carries attested credential data')
  requireEnd(bytes, headerLength, toCborRules(policy))
  return header
}

/**
 * Parses the authenticator data of a registration: header, attested credential, extension map only if ED is set.
 * @throws WebAuthnError auth_data
 */
export function parseRegistrationData(
  bytes: Buffer,
  policy: Settled<CeremonyPolicy>,
): AuthenticatorData & { credential: AttestedCredential; extensions: CborMap | undefined } {
  const header = parseHeader(bytes)
  if (!has(bytes, flag.attestedCredential)) reject('auth_data', 'a registration without attested credential data')
  const { credential, end } = parseCredential(bytes, toCborRules(policy))
  const extensions = requireEnd(bytes, end, toCborRules(policy))
  return { ...header, credential, extensions }
}

function parseHeader(bytes: Buffer): AuthenticatorData {
  if (bytes.length < headerLength) reject('auth_data', `authenticator data has ${bytes.length} bytes, less than 37`)
  return { bytes, flags: readFlags(bytes[flagsAt]!), signCount: bytes.readUInt32BE(signCountAt) }
}

function parseCredential(bytes: Buffer, rules: CborRules): { credential: AttestedCredential; end: number } {
  const idAt = headerLength + 18
  if (bytes.length < idAt) reject('auth_data', 'authenticator data ends inside the attested credential data')
  const keyAt = idAt + bytes.readUInt16BE(idAt - 2)
  if (bytes.length < keyAt) reject('auth_data', 'authenticator data ends inside the credential id')
  const { value, end } = decodeFirst(bytes, keyAt, rules)
  if (!(value instanceof Map)) reject('auth_data', 'the credential public key is not a CBOR map')
  const aaguid = bytes.subarray(headerLength, headerLength + 16)
  const id = bytes.subarray(idAt, keyAt)
  return { credential: { aaguid, id, publicKey: value, publicKeyBytes: bytes.subarray(keyAt, end) }, end }
}

/** The extension map, if there is one, is the last thing. */
function requireEnd(bytes: Buffer, from: number, rules: CborRules): CborMap | undefined {
  let end = from
  let outputs: CborMap | undefined
  if (has(bytes, flag.extensions)) {
    const extensions = decodeFirst(bytes, from, rules)
    if (!(extensions.value instanceof Map)) reject('auth_data', 'the extension outputs are not a CBOR map')
    outputs = extensions.value
    end = extensions.end
  }
  if (end !== bytes.length) reject('auth_data', `${bytes.length - end} bytes left over in the authenticator data`)
  return outputs
}

const has = (bytes: Buffer, bit: number) => (bytes[flagsAt]! & bit) !== 0

// Written by the authenticator itself, so CTAP2's order of keys applies.
const toCborRules = ({ strictCbor }: Settled<CeremonyPolicy>): CborRules => ({
  form: strictCbor ? 'canonical' : 'lenient',
  reason: 'auth_data',
})
