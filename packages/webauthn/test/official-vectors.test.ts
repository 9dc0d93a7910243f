import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AssertionInput,
  type RegistrationInput,
  type RegistrationPolicy,
  verifyAssertion,
  verifyRegistration,
  WebAuthnError,
} from '../src/index.ts'
import { base64url, bytes, type OfficialVector, official, withVectors } from './vectors.ts'

/** Settings that three official vectors need; everything else runs under the strict defaults. */
const settings: Record<string, RegistrationPolicy> = {
  'tpm-es256': { tpmVendors: ['id:00000000'] },
  'android-key-es256': { androidRequireOrigin: false },
  'fido-u2f-es256': { u2fZeroAaguid: false },
}

const toExpected = (ceremony: Record<string, string>) => ({
  challenge: base64url(ceremony.challenge!),
  rpId: official.common.rpId,
  origins: [official.common.origin],
  topOrigins: [official.common.topOrigin],
  crossOrigin: true,
  userVerification: 'preferred' as const,
})

function toRegistrationInput(vector: OfficialVector, policy = settings[vector.name]): RegistrationInput {
  const { registration } = vector
  return {
    response: {
      clientDataJSON: base64url(registration.clientDataJSON!),
      attestationObject: base64url(registration.attestationObject!),
      credentialId: base64url(registration.credential_id!),
    },
    expected: { ...toExpected(registration), algorithms: [-7, -8, -35, -36, -53, -257] },
    policy: {
      now: Date.parse('2026-06-01'),
      trustAnchors: [bytes(official.attestationRoot.attestation_ca_cert!)],
      ...policy,
    },
  }
}

function toAssertionInput(vector: OfficialVector): AssertionInput {
  const { authentication } = vector
  const stored = verifyRegistration(toRegistrationInput(vector))
  return {
    response: {
      clientDataJSON: base64url(authentication.clientDataJSON!),
      authenticatorData: base64url(authentication.authenticatorData!),
      signature: base64url(authentication.signature!),
      credentialId: stored.credentialId,
    },
    credential: { ...stored, id: stored.credentialId, userHandle: 'dXNlcg' },
    expected: toExpected(authentication),
  }
}

/** The same member with one bit flipped, counted from the end if `at` is negative. */
function flipped(text: string, at: number): string {
  const changed = Buffer.from(text, 'base64url')
  changed[at < 0 ? changed.length + at : at]! ^= 1
  return changed.toString('base64url')
}

type Mutation<T> = [what: string, reason: string, mutate: (input: T) => void]

const expects = (change: object) => (input: { expected: object }) => void Object.assign(input.expected, change)
const decides = (change: object) => (input: { policy?: object }) => void Object.assign(input.policy!, change)
const responses =
  <R>(change: (response: R) => Partial<R>) =>
  (input: { response: R }) =>
    void Object.assign(input.response as object, change(input.response))
const stores =
  (change: (stored: AssertionInput['credential']) => Partial<AssertionInput['credential']>) =>
  (input: AssertionInput) =>
    void Object.assign(input.credential, change(input.credential))

const otherAlgorithm = (algorithm: number) => (algorithm === -7 ? -257 : -7)

const blankAppended = (text: string) =>
  Buffer.concat([Buffer.from(text, 'base64url'), Buffer.from(' ')]).toString('base64url')

function registrationMutations({ attestation }: OfficialVector): Mutation<RegistrationInput>[] {
  const mutations: Mutation<RegistrationInput>[] = [
    ['another challenge', 'challenge', expects({ challenge: 'AAAA' })],
    ['another origin', 'origin', expects({ origins: ['https://example.net'] })],
    ['another RP ID', 'rp_id_hash', expects({ rpId: 'example.net' })],
    ['no algorithm offered', 'algorithm', expects({ algorithms: [] })],
    ['a format not supported', 'attestation_format', decides({ formats: [] })],
    ['a truncated object', 'cbor', responses((r) => ({ attestationObject: r.attestationObject.slice(0, -4) }))],
    ['another outer id', 'credential_id', responses((r) => ({ credentialId: flipped(r.credentialId, 0) }))],
  ]
  if (attestation === 'x5c') {
    mutations.push(['no anchor', 'trust', decides({ trustAnchors: [] })])
    mutations.push(['no time', 'trust', decides({ now: undefined })])
  }
  // Format none signs nothing, so there a blank goes unnoticed.
  const blank: Mutation<RegistrationInput>[2] = responses((r) => ({ clientDataJSON: blankAppended(r.clientDataJSON) }))
  if (attestation !== 'none') mutations.push(['a blank after the client data', 'attestation', blank])
  return mutations
}

const assertionMutations: Mutation<AssertionInput>[] = [
  ['another challenge', 'challenge', expects({ challenge: 'AAAA' })],
  ['another origin', 'origin', expects({ origins: ['https://example.net'] })],
  ['another RP ID', 'rp_id_hash', expects({ rpId: 'example.net' })],
  [
    'a blank after the client data',
    'signature',
    responses((r) => ({ clientDataJSON: blankAppended(r.clientDataJSON) })),
  ],
  ['a flipped signature bit', 'signature', responses((r) => ({ signature: flipped(r.signature, -1) }))],
  ['a flipped counter bit', 'signature', responses((r) => ({ authenticatorData: flipped(r.authenticatorData, -1) }))],
  ['a higher stored counter', 'sign_count', stores(() => ({ signCount: 1 }))],
  ['another backup eligibility', 'backup_flags', stores((c) => ({ backupEligible: !c.backupEligible }))],
  ['another stored algorithm', 'public_key', stores((c) => ({ algorithm: otherAlgorithm(c.algorithm) }))],
  ['an unknown stored algorithm', 'algorithm', stores(() => ({ algorithm: -65535 }))],
  ['an id that was not listed', 'credential_id', expects({ allowCredentials: ['AAAA'] })],
  ['the handle of another user', 'user_handle', responses<AssertionInput['response']>(() => ({ userHandle: 'AAAA' }))],
]

test('the official vectors are at hand', withVectors, () => assert.equal(official.vectors.length, 15))

for (const vector of official.vectors) {
  test(`the registration of ${vector.name} is accepted`, () => {
    const registration = verifyRegistration(toRegistrationInput(vector))
    assert.equal(registration.format, vector.fmt)
    assert.equal(registration.algorithm, vector.credentialAlg)
    assert.equal(registration.trusted, vector.attestation === 'x5c')
    assert.equal(registration.aaguid.replaceAll('-', ''), vector.registration.aaguid)
  })

  test(`the assertion of ${vector.name} is accepted`, () => {
    const assertion = verifyAssertion(toAssertionInput(vector))
    assert.equal(assertion.counterRegressed, false)
    assert.equal(assertion.topOrigin, vector.name.endsWith('topOrigin') ? official.common.topOrigin : undefined)
  })

  for (const [what, reason, mutate] of registrationMutations(vector)) {
    test(`the registration of ${vector.name} with ${what} is rejected for ${reason}`, () => {
      const input = toRegistrationInput(vector)
      mutate(input)
      assert.throws(
        () => verifyRegistration(input),
        (error) => error instanceof WebAuthnError && error.reason === reason,
      )
    })
  }

  for (const [what, reason, mutate] of assertionMutations) {
    test(`the assertion of ${vector.name} with ${what} is rejected for ${reason}`, () => {
      const input = toAssertionInput(vector)
      mutate(input)
      assert.throws(
        () => verifyAssertion(input),
        (error) => error instanceof WebAuthnError && error.reason === reason,
      )
    })
  }
}

for (const [name, policy] of Object.entries(settings)) {
  test(`the registration of ${name} needs its setting`, withVectors, () => {
    const vector = official.vectors.find((it) => it.name === name)!
    assert.ok(policy)
    assert.throws(() => verifyRegistration(toRegistrationInput(vector, {})), {
      name: 'WebAuthnError',
      reason: 'attestation',
    })
  })
}
