import { hash } from 'node:crypto'
import type { AssertionInput, PaymentInput, RegistrationInput } from '../src/index.ts'
import { type Encodable, encode, Raw } from './cbor-encode.ts'
import { keyFor, type TestKey } from './keys.ts'

export const rpId = 'example.org'
export const origin = 'https://example.org'
export const challenge = Buffer.alloc(32, 7).toString('base64url')
export const credentialId = Buffer.alloc(16, 9)
export const userHandle = Buffer.alloc(32, 5).toString('base64url')
export const noAaguid = Buffer.alloc(16)
export const someAaguid = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

export const sha256 = (data: Buffer | string) => hash('sha256', data, 'buffer')
export const uint16 = (value: number) => Buffer.of(value >> 8, value & 255)

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The inputs of the parts of a statement. */
export type SignatureInput = { authData: Buffer; clientDataHash: Buffer; all: Buffer; key: TestKey }

type Changes = {
  /** fields laid over the client data; undefined removes one */
  clientData?: Record<string, unknown>
  /** instead of the client data */
  clientDataJSON?: Buffer | string
  flags?: number
  scope?: string
  signCount?: number
  /** bytes at the end of the authenticator data */
  tail?: Buffer
  /** instead of the authenticator data */
  authData?: Buffer
  key?: TestKey
  id?: Buffer
}

export type RegistrationChanges = Changes & {
  aaguid?: Buffer
  cose?: Encodable
  format?: Encodable
  statement?: (signed: SignatureInput) => Encodable
  /** instead of the attestation object */
  object?: (fields: [string, Encodable][]) => Encodable
  response?: Partial<RegistrationInput['response']>
  expected?: Partial<RegistrationInput['expected']>
  policy?: RegistrationInput['policy']
}

export type AssertionChanges = Changes & {
  signature?: Buffer
  response?: Partial<AssertionInput['response']>
  credential?: Partial<AssertionInput['credential']>
  expected?: Partial<AssertionInput['expected']>
  policy?: AssertionInput['policy']
}

const expectation = { challenge, rpId, origins: [origin], userVerification: 'preferred' as const }

function createClientData(type: string, { clientData, clientDataJSON }: Changes): Buffer {
  return Buffer.from(clientDataJSON ?? JSON.stringify({ type, challenge, origin, crossOrigin: false, ...clientData }))
}

const createHeader = ({ scope = rpId, flags = 0, signCount = 0 }: Changes) =>
  Buffer.concat([sha256(scope), Buffer.of(flags), uint32(signCount)])

/** Attested credential data. */
export const attestedCredential = (aaguid: Buffer, id: Buffer, cose: Encodable) =>
  Buffer.concat([aaguid, uint16(id.length), id, encode(cose)])

/** The payment that the browser showed and that is accepted, as Chromium writes it. */
export const shownPayment = {
  rpId,
  topOrigin: origin,
  payeeName: 'Kiln & Table',
  payeeOrigin: 'https://shop.example',
  paymentEntitiesLogos: [],
  total: { value: '84.00', currency: 'EUR' },
  instrument: { icon: 'https://example.org/card.png', displayName: 'Pip', details: 'Account 1234' },
}

export type PaymentChanges = Omit<AssertionChanges, 'expected'> & {
  /** fields laid over what the browser showed; undefined removes one */
  shown?: Record<string, unknown>
  /** fields laid over the expected payment */
  payment?: Partial<PaymentInput['expected']['payment']>
  expected?: Partial<PaymentInput['expected']>
}

/** A payment that is accepted, except for what the test changes. */
export function payment({
  shown,
  payment: wanted,
  expected,
  clientData,
  ...changes
}: PaymentChanges = {}): PaymentInput {
  const { rpId, topOrigin, ...seen } = shownPayment
  const written = JSON.parse(JSON.stringify({ ...shownPayment, ...shown }))
  const input = assertion({ ...changes, clientData: { type: 'payment.get', payment: written, ...clientData } })
  return {
    ...input,
    expected: { ...input.expected, payment: { ...seen, topOrigins: [topOrigin], ...wanted }, ...expected },
  }
}

/** A registration that is accepted, except for what the test changes. */
export function registration(changes: RegistrationChanges = {}): RegistrationInput {
  const { key = keyFor(-7), id = credentialId, aaguid = noAaguid, tail = Buffer.alloc(0) } = changes
  const json = createClientData('webauthn.create', changes)
  const attested = attestedCredential(aaguid, id, changes.cose ?? key.cose)
  const authData = changes.authData ?? Buffer.concat([createHeader({ flags: 0x45, ...changes }), attested, tail])
  const clientDataHash = sha256(json)
  const all = Buffer.concat([authData, clientDataHash])
  const statement = changes.statement?.({ authData, clientDataHash, all, key }) ?? new Map()
  const fields: [string, Encodable][] = [
    ['fmt', changes.format ?? 'none'],
    ['attStmt', statement],
    ['authData', authData],
  ]
  return {
    response: {
      clientDataJSON: json.toString('base64url'),
      attestationObject: encode(changes.object?.(fields) ?? new Map(fields)).toString('base64url'),
      credentialId: id.toString('base64url'),
      ...changes.response,
    },
    expected: { ...expectation, algorithms: [-7, -8, -35, -36, -48, -49, -50, -257], ...changes.expected },
    policy: changes.policy,
  }
}

/** An assertion that is accepted, except for what the test changes. */
export function assertion(changes: AssertionChanges = {}): AssertionInput {
  const { key = keyFor(-7), id = credentialId, tail = Buffer.alloc(0) } = changes
  const json = createClientData('webauthn.get', changes)
  const authData = changes.authData ?? Buffer.concat([createHeader({ flags: 0x05, ...changes }), tail])
  const signature = changes.signature ?? key.sign(Buffer.concat([authData, sha256(json)]))
  return {
    response: {
      clientDataJSON: json.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      credentialId: id.toString('base64url'),
      ...changes.response,
    },
    credential: {
      id: credentialId.toString('base64url'),
      publicKeySpki: key.publicKey.export({ format: 'der', type: 'spki' }),
      algorithm: key.number,
      signCount: 0,
      backupEligible: false,
      userHandle,
      ...changes.credential,
    },
    expected: { ...expectation, ...changes.expected },
    policy: changes.policy,
  }
}

/** An attestation object as raw bytes. */
export const rawObject = (hex: string) => () => new Raw(hex)
