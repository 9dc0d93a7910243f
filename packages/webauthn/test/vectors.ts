import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeOnly } from '../src/cbor/decode.ts'
import { readCredentialKey } from '../src/cose/key.ts'
import type { AssertionInput, AssertionPolicy, RegistrationInput, RegistrationPolicy } from '../src/index.ts'
import { registrationPolicy } from '../src/policy.ts'

/** Where the vector files lie; they are not part of the repository. */
const folder = process.env.WEBAUTHN_VECTORS_DIR ?? ''

/** Options for `test()`: skipped, with the reason printed, where the vectors are not at hand. */
export const withVectors = existsSync(join(folder, 'derived-vectors.json'))
  ? {}
  : { skip: 'the vectors are not here: set WEBAUTHN_VECTORS_DIR to their folder' }

export type DerivedCase = {
  id: string
  title: string
  expect: 'accept' | 'reject'
  reason: string | null
  policy?: Settings
  registration?: Record<string, string>
  authentication?: Record<string, string>
  credential?: { id: string; publicKeyCose: string; signCount: number; backupEligible: boolean; userHandle: string }
}

type Settings = RegistrationPolicy &
  Omit<AssertionPolicy, 'counter'> & {
    rpId?: string
    origins?: string[]
    allowCrossOrigin?: boolean
    topOrigins?: string[]
    userVerification?: 'required' | 'preferred' | 'discouraged'
    mediation?: string
    algorithms?: number[]
    trustAnchors?: string[]
    allowCredentials?: string[]
    userKnown?: boolean
    now?: string
    counter?: 'strict' | 'flag'
  }

export type OfficialVector = {
  name: string
  fmt: string
  attestation: string
  credentialAlg: number
  registration: Record<string, string>
  authentication: Record<string, string>
}

type DerivedVectors = { defaults: Settings; registration: DerivedCase[]; authentication: DerivedCase[] }
type Official = {
  common: { rpId: string; origin: string; topOrigin: string }
  attestationRoot: Record<string, string>
  vectors: OfficialVector[]
}

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

const none = { registration: [], authentication: [], vectors: [], defaults: {}, common: {}, attestationRoot: {} }

/** Our own mutated cases. */
export const derived: DerivedVectors = withVectors.skip ? none : read('derived-vectors.json')

/** The vectors of WebAuthn Level 3, section "Test Vectors" (W3C Document License). */
export const official: Official = withVectors.skip ? none : read('webauthn-l3-vectors.json')

export const bytes = (hex: string) => Buffer.from(hex, 'hex')
export const base64url = (hex: string) => bytes(hex).toString('base64url')

/** A derived registration as input of the verifier. */
export function toRegistrationInput(it: DerivedCase): RegistrationInput {
  const settings = { ...derived.defaults, ...it.policy }
  const sent = it.registration!
  return {
    response: {
      clientDataJSON: base64url(sent.clientDataJSON!),
      attestationObject: base64url(sent.attestationObject!),
      credentialId: base64url(sent.credentialId!),
    },
    expected: {
      ...toExpected(settings, sent.challenge!),
      algorithms: settings.algorithms!,
      userPresence: settings.mediation !== 'conditional',
    },
    policy: {
      ...(settings as unknown as RegistrationPolicy),
      now: Date.parse(settings.now!),
      trustAnchors: settings.trustAnchors!.map(bytes),
    },
  }
}

/** A derived assertion as input of the verifier. */
export function toAssertionInput(it: DerivedCase): AssertionInput {
  const settings = { ...derived.defaults, ...it.policy }
  const sent = it.authentication!
  const stored = it.credential!
  return {
    response: {
      clientDataJSON: base64url(sent.clientDataJSON!),
      authenticatorData: base64url(sent.authenticatorData!),
      signature: base64url(sent.signature!),
      credentialId: base64url(sent.credentialId!),
      userHandle: sent.userHandle === undefined ? undefined : base64url(sent.userHandle),
    },
    credential: {
      ...stored,
      id: base64url(stored.id),
      userHandle: base64url(stored.userHandle),
      ...storedKey(stored.publicKeyCose),
    },
    expected: {
      ...toExpected(settings, sent.challenge!),
      allowCredentials: settings.allowCredentials?.map(base64url),
      userHandleRequired: !settings.userKnown,
    },
    policy: { counter: settings.counter === 'flag' ? 'flag' : 'reject' },
  }
}

/** A COSE key (hex) as it is stored. */
export function storedKey(cose: string): { publicKeySpki: Buffer; algorithm: number } {
  const map = decodeOnly(bytes(cose), { form: 'canonical', reason: 'public_key' })
  const all = [-7, -8, -35, -36, -53, -257]
  const { spki, number } = readCredentialKey(map as Map<number, number>, all, registrationPolicy())
  createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return { publicKeySpki: spki, algorithm: number }
}

function toExpected(settings: Settings, challenge: string) {
  return {
    challenge: base64url(challenge),
    rpId: settings.rpId!,
    origins: settings.origins!,
    topOrigins: settings.topOrigins,
    crossOrigin: settings.allowCrossOrigin,
    userVerification: settings.userVerification!,
  }
}
