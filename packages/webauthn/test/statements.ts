import { hash } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { ExtendedKeyUsage, GeneralName, type Name, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { type BaseBlock, Constructed, Enumerated, Integer, Null, OctetString, Sequence, Set as SetOf } from 'asn1js'
import type { RegistrationInput } from '../src/index.ts'
import type { Encodable } from './cbor-encode.ts'
import {
  noAaguid,
  type RegistrationChanges,
  registration,
  type SignatureInput,
  sha256,
  uint16,
  uint32,
} from './ceremonies.ts'
import { type CertificateChanges, der, extension, type Issuer, issue, named, newCa, now } from './certificates.ts'
import { keyFor, newKey, type TestKey } from './keys.ts'

export const root = newCa('Test Root')
export const intermediate = newCa('Test Intermediate', { parent: root, constraints: { ca: true, pathLength: 0 } })
export const attestationKey = newKey(-7)
export const aaguid = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex')

/** The policy under which every statement of this file is accepted. */
export const trusting = { now, trustAnchors: [root.der] }

type Members = Record<string, Encodable | undefined>

/** The changes of a test to a statement of any format. */
export type StatementChanges = {
  /** fields laid over the statement; undefined removes one */
  fields?: Members
  leaf?: CertificateChanges
  issuer?: Issuer
  /** the certificates after the leaf */
  above?: Buffer[]
  registration?: RegistrationChanges
}

const toMap = (fields: Members) =>
  new Map(Object.entries(fields).filter((entry): entry is [string, Encodable] => entry[1] !== undefined))

function assemble(
  format: string,
  statement: (signed: SignatureInput) => Members,
  changes: StatementChanges,
): RegistrationInput {
  return registration({
    aaguid,
    format,
    statement: (signed) => canonical(toMap({ ...statement(signed), ...changes.fields })),
    ...changes.registration,
    policy: { ...trusting, ...changes.registration?.policy },
  })
}

// Shorter names first, then by bytes: what CTAP2 asks for.
const canonical = (map: Map<string, Encodable>) =>
  new Map([...map].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))

export const packedSubject = {
  '2.5.4.6': 'AA',
  '2.5.4.10': 'Vendor',
  '2.5.4.11': 'Authenticator Attestation',
  '2.5.4.3': 'Model',
}

export const aaguidExtension = (value = aaguid, critical = false) =>
  extension('1.3.6.1.4.1.45724.1.1.4', Buffer.concat([Buffer.of(4, 16), value]), critical)

/** packed, signed by an attestation key; x5c is leaf and intermediate. */
export function packedRegistration(changes: StatementChanges & { signer?: TestKey } = {}): RegistrationInput {
  const { signer = attestationKey, issuer = intermediate, above = [intermediate.der] } = changes
  const leaf = issue(issuer, {
    subject: named(packedSubject),
    key: attestationKey.publicKey,
    extensions: [aaguidExtension()],
    ...changes.leaf,
  })
  return assemble('packed', ({ all }) => ({ alg: -7, sig: signer.sign(all), x5c: [leaf, ...above] }), changes)
}

/** packed, signed by the credential key. */
export const selfRegistration = (changes: StatementChanges = {}) =>
  assemble('packed', ({ all, key }) => ({ alg: key.number, sig: key.sign(all) }), changes)

/** fido-u2f; x5c is the leaf alone, directly below the root. */
export function u2fRegistration(changes: StatementChanges & { signer?: TestKey } = {}): RegistrationInput {
  const { signer = attestationKey } = changes
  const leaf = issue(root, { subject: named({ '2.5.4.3': 'U2F' }), key: attestationKey.publicKey, ...changes.leaf })
  const message = ({ authData, clientDataHash, key }: SignatureInput) =>
    Buffer.concat([
      Buffer.of(0),
      authData.subarray(0, 32),
      clientDataHash,
      authData.subarray(55, 55 + authData.readUInt16BE(53)),
      key.publicKey.export({ format: 'der', type: 'spki' }).subarray(-65),
    ])
  return assemble('fido-u2f', (signed) => ({ sig: signer.sign(message(signed)), x5c: [leaf] }), {
    ...changes,
    registration: { aaguid: noAaguid, ...changes.registration },
  })
}

/** apple; x5c is leaf and intermediate. */
export function appleRegistration(
  changes: StatementChanges & { nonce?: (signed: SignatureInput) => Buffer } = {},
): RegistrationInput {
  const nonce = changes.nonce ?? (({ all }) => Buffer.concat([Buffer.from('3024a1220420', 'hex'), sha256(all)]))
  const leafFor = (signed: SignatureInput) =>
    issue(intermediate, {
      key: signed.key.publicKey,
      extensions: [extension('1.2.840.113635.100.8.2', nonce(signed))],
      ...changes.leaf,
    })
  return assemble('apple', (signed) => ({ x5c: [leafFor(signed), intermediate.der] }), changes)
}

export type KeyDescriptionChanges = {
  challenge?: Buffer
  software?: BaseBlock[]
  hardware?: BaseBlock[]
  /** instead of the extension's value */
  description?: Buffer
}

/** An authorization as the Android keystore tags it. */
export const tagged = (tagNumber: number, value: Integer | Null | SetOf) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] })

/** Authorizations as the Android keystore tags them. */
export const authorization = {
  purpose: (value: number) => tagged(1, new SetOf({ value: [new Integer({ value })] })),
  allApplications: () => tagged(600, new Null()),
  origin: (value: number) => tagged(702, new Integer({ value })),
  unknown: () => tagged(799, new Integer({ value: 1 })),
}

export const goodHardware = () => [authorization.purpose(2), authorization.origin(0)]

/** The key description extension. */
export function keyDescription({ challenge, software = [], hardware = goodHardware() }: KeyDescriptionChanges): Buffer {
  const value = [
    new Integer({ value: 300 }),
    new Enumerated({ value: 1 }),
    new Integer({ value: 300 }),
    new Enumerated({ value: 1 }),
    new OctetString({ valueHex: challenge }),
    new OctetString({ valueHex: Buffer.alloc(0) }),
    new Sequence({ value: software }),
    new Sequence({ value: hardware }),
  ]
  return Buffer.from(new Sequence({ value }).toBER())
}

/** android-key; x5c is leaf, intermediate and root, as the keystore sends it. */
export function androidRegistration(changes: StatementChanges & KeyDescriptionChanges = {}): RegistrationInput {
  const { above = [intermediate.der, root.der] } = changes
  const leafFor = ({ key, clientDataHash }: SignatureInput) =>
    issue(intermediate, {
      subject: named({ '2.5.4.3': 'Android Keystore Key' }),
      key: key.publicKey,
      constraints: null,
      extensions: [
        extension(
          '1.3.6.1.4.1.11129.2.1.17',
          changes.description ?? keyDescription({ challenge: clientDataHash, ...changes }),
        ),
      ],
      ...changes.leaf,
    })
  const statement = (signed: SignatureInput) => ({
    alg: -7,
    sig: signed.key.sign(signed.all),
    x5c: [leafFor(signed), ...above],
  })
  return assemble('android-key', statement, changes)
}

/** A sized buffer of the TPM. */
export const sized = (bytes: Buffer) => Buffer.concat([uint16(bytes.length), bytes])

const jwkBytes = (key: TestKey, member: 'x' | 'y' | 'n') =>
  Buffer.from(key.publicKey.export({ format: 'jwk' })[member] as string, 'base64url')

const withoutZeros = (bytes: Buffer) => bytes.subarray(bytes.findIndex((byte) => byte !== 0))

/** The public area of a key; `short` drops the zeros at the beginning of coordinates. */
export function publicArea(
  key: TestKey,
  {
    nameAlgorithm = 0x000b,
    restricted = false,
    curve = 3,
    exponent = 0,
    short = false,
    authPolicy = Buffer.alloc(0),
  } = {},
): Buffer {
  const start = (type: number) => [uint16(type), uint16(nameAlgorithm), uint32(0x60472), sized(authPolicy)]
  const scheme = restricted ? Buffer.from('00060080004300140004', 'hex') : Buffer.from('00100010', 'hex')
  if (key.number === -257) {
    return Buffer.concat([...start(1), scheme, uint16(2048), uint32(exponent), sized(jwkBytes(key, 'n'))])
  }
  const coordinate = (name: 'x' | 'y') => (short ? withoutZeros(jwkBytes(key, name)) : jwkBytes(key, name))
  const kdf = restricted ? Buffer.from('0020000b', 'hex') : Buffer.from('0010', 'hex')
  return Buffer.concat([...start(0x23), scheme, uint16(curve), kdf, sized(coordinate('x')), sized(coordinate('y'))])
}

/** certInfo over the given extra data and key name. */
export const certification = ({ extraData, name, magic = 0xff544347, type = 0x8017 }: CertificationParts) =>
  Buffer.concat([
    uint32(magic),
    uint16(type),
    sized(Buffer.alloc(4)),
    sized(extraData),
    Buffer.alloc(25),
    sized(name),
    sized(Buffer.alloc(2)),
  ])

type CertificationParts = { extraData: Buffer; name: Buffer; magic?: number; type?: number }

export const tpmDevice = { '2.23.133.2.1': 'id:49465800', '2.23.133.2.2': 'Model', '2.23.133.2.3': 'id:0013' }

export const deviceExtension = (device: Name = named(tpmDevice)) =>
  extension('2.5.29.17', der(new SubjectAlternativeName([new GeneralName({ directoryName: device })])), true)

export const usageExtension = (usage = '2.23.133.8.3') =>
  extension('2.5.29.37', Buffer.from(AsnConvert.serialize(new ExtendedKeyUsage([usage]))))

export type TpmChanges = StatementChanges & {
  aik?: TestKey
  alg?: number
  /** of extraData */
  digest?: string
  /** of the key's name */
  naming?: [algorithm: number, digest: string]
  area?: Buffer
  parts?: Partial<CertificationParts>
  certInfo?: (good: Buffer) => Buffer
}

/** tpm; x5c is the AIK certificate and the intermediate. */
export function tpmRegistration(changes: TpmChanges = {}): RegistrationInput {
  const { aik = attestationKey } = changes
  const leaf = issue(intermediate, {
    key: aik.publicKey,
    extensions: [deviceExtension(), usageExtension(), aaguidExtension()],
    ...changes.leaf,
  })
  const statement = ({ all, key }: SignatureInput) => {
    const [nameAlgorithm, nameDigest] = changes.naming ?? [0x000b, 'sha256']
    const pubArea = changes.area ?? publicArea(key, { nameAlgorithm })
    const name = Buffer.concat([uint16(nameAlgorithm), hash(nameDigest, pubArea, 'buffer')])
    const good = certification({ extraData: hash(changes.digest ?? 'sha256', all, 'buffer'), name, ...changes.parts })
    const certInfo = changes.certInfo?.(good) ?? good
    return {
      ver: '2.0',
      alg: changes.alg ?? -7,
      x5c: [leaf, intermediate.der],
      sig: aik.sign(certInfo),
      certInfo,
      pubArea,
    }
  }
  return assemble('tpm', statement, changes)
}

/** The AAGUID of Windows Hello with a hardware TPM. */
export const windowsHello = Buffer.from('08987058cadc4b81b6e130de50dcbe96', 'hex')

// PolicySecret or PolicyAuthorize, as the platform crypto provider of Windows writes it for every key.
const windowsPolicy = Buffer.from('9dffcbf36c383ae699fb9868dc6dcb89d7153884be2803922c124158bfad22ae', 'hex')

/** tpm as Windows Hello makes it: RSA keys, RS1 over a SHA-1 digest, and an AIK certificate without AAGUID. */
export function windowsRegistration(changes: TpmChanges = {}): RegistrationInput {
  const key = keyFor(-257)
  return tpmRegistration({
    aik: keyFor(-65535),
    alg: -65535,
    digest: 'sha1',
    area: publicArea(key, { authPolicy: windowsPolicy }),
    ...changes,
    leaf: { extensions: [usageExtension(), deviceExtension()], ...changes.leaf },
    registration: { key, aaguid: windowsHello, ...changes.registration },
  })
}

/** compound, of whatever parts the test gives. */
export const compoundRegistration = (parts: (signed: SignatureInput) => Encodable, changes: StatementChanges = {}) =>
  registration({
    format: 'compound',
    statement: parts,
    ...changes.registration,
    policy: { ...trusting, compound: true, ...changes.registration?.policy },
  })

/** A part of a compound statement. */
export const part = (fmt: Encodable, attStmt: Encodable): Encodable =>
  new Map([
    ['fmt', fmt],
    ['attStmt', attStmt],
  ])

/** The statement of a self attestation. */
export const selfStatement = ({ all, key }: SignatureInput): Encodable =>
  new Map<string, Encodable>([
    ['alg', key.number],
    ['sig', key.sign(all)],
  ])

/** The statement of a packed attestation by x5c. */
export function packedStatement({ all }: SignatureInput): Encodable {
  const leaf = issue(root, { subject: named(packedSubject), key: attestationKey.publicKey })
  return new Map<string, Encodable>([
    ['alg', -7],
    ['sig', attestationKey.sign(all)],
    ['x5c', [leaf]],
  ])
}
