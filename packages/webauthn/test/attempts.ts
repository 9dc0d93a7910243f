import type { Random } from '@thumbturn/testkit/fuzzing/random.ts'
import { decodeOnly } from '../src/cbor/decode.ts'
import { type AssertionInput, type RegistrationInput, verifyAssertion, verifyRegistration } from '../src/index.ts'
import type { CreateAttempt } from './attempt.ts'
import { encode } from './cbor-encode.ts'
import { assertion, registration } from './ceremonies.ts'
import { keyFor } from './keys.ts'
import { mutateBytes, mutateValue } from './mutator.ts'
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
import { createStructureAttempts } from './structure-attempts.ts'

/** A registration with one of its binary fields, or something inside its attestation object, changed. */
function registrations(bases: RegistrationInput[], signed: 'all' | 'client data' | 'nothing'): CreateAttempt {
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

const changedAssertion: CreateAttempt = (random) => {
  const base = random.pick(assertions)
  const member = random.pick(['clientDataJSON', 'authenticatorData', 'signature'] as const)
  const before = Buffer.from(base.response[member], 'base64url')
  const after = mutateBytes(before, random)
  const input = { ...base, response: { ...base.response, [member]: after.toString('base64url') } }
  return { input: input.response, forged: !after.equals(before), call: () => verifyAssertion(input) }
}

const texts: CreateAttempt = (random) => {
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

/** Changed ceremonies by the name of what is changed. */
export const attempts: Record<string, CreateAttempt> = {
  texts,
  assertion: changedAssertion,
  none: registrations([registration()], 'nothing'),
  'packed self': registrations([selfRegistration()], 'all'),
  'packed x5c': registrations([packedRegistration()], 'all'),
  tpm: registrations([tpmRegistration(), tpmRegistration({ registration: { key: keyFor(-257) } })], 'all'),
  'android-key': registrations([androidRegistration()], 'all'),
  apple: registrations([appleRegistration()], 'all'),
  // U2F signs neither flags nor counter nor AAGUID.
  'fido-u2f': registrations([u2fRegistration()], 'client data'),
  compound: registrations([compound], 'all'),
  ...createStructureAttempts(),
}
