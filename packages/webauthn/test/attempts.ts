import { CborFloat, decodeOnly } from '../src/cbor/decode.ts'
import { readCredentialKey } from '../src/cose/key.ts'
import {
  type AssertionInput,
  type RegistrationInput,
  verifyAssertion,
  verifyRegistration,
  WebAuthnError,
} from '../src/index.ts'
import { registrationPolicy } from '../src/policy.ts'
import type { Attempt, Target } from './attempt.ts'
import { type Encodable, encode } from './cbor-encode.ts'
import { assertion, registration } from './ceremonies.ts'
import { keyFor } from './keys.ts'
import { mutateBytes, mutateValue, type Random, randomFrom, reencode } from './mutator.ts'
import {
  androidRegistration,
  appleRegistration,
  compoundRegistration,
  packedRegistration,
  packedStatement,
  part,
  selfRegistration,
  selfStatement,
  tpmRegistration,
  u2fRegistration,
} from './statements.ts'
import { createStructureTargets } from './structure-fuzzing.ts'

export type Crash = { target: string; problem: string; input: string }
export type FuzzingResult = { executions: Map<string, { runs: number; accepted: number }>; crashes: Crash[] }

/** The number of crashes after which it ends, by default 20. */
export type Extent = { seconds: number; count: number; seed: number; most?: number }

const slowest = 1000

/** Runs all targets in turn until the time or the count is used up. */
export function fuzz(
  { seconds, count, seed, most = 20 }: Extent,
  chosen: Record<string, Target> = targets,
): FuzzingResult {
  const random = randomFrom(seed)
  const all = Object.entries(chosen)
  const executions = new Map(all.map(([name]) => [name, { runs: 0, accepted: 0 }]))
  const crashes: Crash[] = []
  const end = performance.now() + seconds * 1000
  for (let i = 0; i < count && performance.now() < end && crashes.length < most; i++) {
    const [name, target] = all[i % all.length]!
    const attempt = target(random)
    const problem = findProblem(attempt, executions.get(name)!)
    if (problem) crashes.push({ target: name, problem, input: shown(attempt.input) })
  }
  return { executions, crashes }
}

function findProblem({ call, forged }: Attempt, tally: { runs: number; accepted: number }): string | undefined {
  tally.runs++
  const started = performance.now()
  const used = process.cpuUsage()
  try {
    const result = call()
    tally.accepted++
    if (typeof forged === 'function' ? forged(result) : forged) return 'a changed response was accepted'
  } catch (error) {
    if (!(error instanceof WebAuthnError)) return String((error as Error).stack)
  }
  if (performance.now() - started <= slowest) return undefined
  // On a busy machine the clock runs on while others compute: what counts is the time that this process computed.
  return process.cpuUsage(used).user / 1000 > slowest ? 'too slow' : undefined
}

const shown = (input: unknown) =>
  JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? String(input)

const sample = encode(
  new Map<number | string, Encodable>([
    [1, [1, -1, 1000, 70000, 4294967295]],
    [-1, new Map([['a', Buffer.alloc(30)]])],
    ['text', [true, null, 'x']],
  ]),
)

const cbor: Target = (random) => {
  const bytes = mutateBytes(sample, random)
  const canonical = random.below(2) === 0
  return {
    input: bytes.toString('hex'),
    forged: false,
    call: () => {
      const value = decodeOnly(bytes, { form: canonical ? 'canonical' : 'any-order', reason: 'cbor' })
      // Canonical means that there is one encoding; floats and 64-bit numbers are beyond the tests' encoder.
      if (canonical && !hasWideNumbers(value) && !reencode(value).equals(bytes)) throw new Error('not canonical')
    },
  }
}

function hasWideNumbers(value: unknown): boolean {
  if (value instanceof Map) return [...value].flat().some(hasWideNumbers)
  if (Array.isArray(value)) return value.some(hasWideNumbers)
  return (
    value === undefined ||
    value instanceof CborFloat ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && !(Math.abs(value) < 2 ** 32 && Number.isInteger(value)))
  )
}

const offered = [-7, -8, -35, -36, -53, -257]

const cose: Target = (random) => {
  const number = random.pick(offered)
  const mutated = encode(mutateValue(keyFor(number).cose, random))
  const policy = registrationPolicy({ strictKeys: random.below(2) === 0, strictCose: random.below(2) === 0 })
  return {
    input: mutated.toString('hex'),
    forged: false,
    call: () => {
      const map = decodeOnly(mutated, { form: 'lenient', reason: 'public_key' })
      if (map instanceof Map) readCredentialKey(map, offered, policy)
    },
  }
}

/** A registration with one of its binary fields, or something inside its attestation object, changed. */
function registrations(bases: RegistrationInput[], signed: 'all' | 'client data' | 'nothing'): Target {
  return (random) => {
    const base = random.pick(bases)
    const { clientDataJSON, attestationObject } = base.response
    const changed = random.below(4) === 0 ? 'clientDataJSON' : 'attestationObject'
    const before = Buffer.from(changed === 'clientDataJSON' ? clientDataJSON : attestationObject, 'base64url')
    const after =
      changed === 'clientDataJSON' || random.below(4) === 0 ? mutateBytes(before, random) : mutateObject(before, random)
    const input = { ...base, response: { ...base.response, [changed]: after.toString('base64url') } }
    const protectedPart = signed === 'all' || (signed === 'client data' && changed === 'clientDataJSON')
    const forged = protectedPart && !signedPart(after).equals(signedPart(before))
    return { input: input.response, forged, call: () => verifyRegistration(input) }
  }
}

/** Of client data everything, of an attestation object the authenticator data. */
function signedPart(bytes: Buffer): Buffer {
  try {
    const object = decodeOnly(bytes, { form: 'lenient', reason: 'cbor' })
    const authData = object instanceof Map ? object.get('authData') : undefined
    return Buffer.isBuffer(authData) ? authData : bytes
  } catch {
    return bytes
  }
}

const mutateObject = (bytes: Buffer, random: Random) =>
  encode(mutateValue(decodeOnly(bytes, { form: 'canonical', reason: 'cbor' }), random))

const assertions: AssertionInput[] = [-7, -8, -257].map((number) => assertion({ key: keyFor(number) }))

const assertionTarget: Target = (random) => {
  const base = random.pick(assertions)
  const member = random.pick(['clientDataJSON', 'authenticatorData', 'signature'] as const)
  const before = Buffer.from(base.response[member], 'base64url')
  const after = mutateBytes(before, random)
  const input = { ...base, response: { ...base.response, [member]: after.toString('base64url') } }
  return { input: input.response, forged: !after.equals(before), call: () => verifyAssertion(input) }
}

const texts: Target = (random) => {
  const base = random.pick(assertions)
  const member = random.pick([
    'clientDataJSON',
    'authenticatorData',
    'signature',
    'credentialId',
    'userHandle',
  ] as const)
  const value = random.pick([
    null,
    undefined,
    0,
    {},
    [],
    '',
    '=',
    '*',
    'A',
    'AA==',
    '\ud800',
    random.bytes(9).toString('latin1'),
  ])
  const input = { ...base, response: { ...base.response, [member]: value } } as AssertionInput
  return { input: input.response, forged: false, call: () => verifyAssertion(input) }
}

const compound = compoundRegistration((s) => [part('packed', selfStatement(s)), part('packed', packedStatement(s))])

/** All targets, by name. */
export const targets: Record<string, Target> = {
  cbor,
  cose,
  texts,
  assertion: assertionTarget,
  none: registrations([registration()], 'nothing'),
  'packed self': registrations([selfRegistration()], 'all'),
  'packed x5c': registrations([packedRegistration()], 'all'),
  tpm: registrations([tpmRegistration(), tpmRegistration({ registration: { key: keyFor(-257) } })], 'all'),
  'android-key': registrations([androidRegistration()], 'all'),
  apple: registrations([appleRegistration()], 'all'),
  // U2F signs neither flags nor counter nor AAGUID.
  'fido-u2f': registrations([u2fRegistration()], 'client data'),
  compound: registrations([compound], 'all'),
  ...createStructureTargets(),
}
