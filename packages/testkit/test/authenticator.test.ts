import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { test } from 'node:test'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  type Algorithm,
  type AssertionOverrides,
  type AssertionResult,
  type AuthenticatorSettings,
  type CreationOverrides,
  type CreationResult,
  createSoftwareAuthenticator,
  flag,
  type RegistrationRequestOptions,
} from '../src/index.ts'

const origin = 'http://localhost:4300'
const algorithms: Algorithm[] = [-7, -8, -35, -36, -257]
const newChallenge = () => randomBytes(32).toString('base64url')

const creationOptions = (changes: Partial<RegistrationRequestOptions> = {}): RegistrationRequestOptions => ({
  rp: { id: 'localhost', name: 'Test' },
  user: { id: randomUUID(), name: 'ada@example.com', displayName: 'Ada' },
  challenge: newChallenge(),
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  ...changes,
})

function registered(settings: Partial<AuthenticatorSettings> = {}, overrides: CreationOverrides = {}) {
  const device = createSoftwareAuthenticator({ origin, ...settings })
  const options = creationOptions()
  return { device, options, created: device.create(options, overrides) }
}

const secondOpinionOnCreation = (created: CreationResult, expectedChallenge: string) => {
  const { credentialId: id, clientDataJSON, attestationObject } = created
  return verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: 'localhost',
    supportedAlgorithmIDs: algorithms,
  })
}

const secondOpinionOnAssertion = (
  { credentialId: id, ...response }: AssertionResult,
  expected: { challenge: string; credential: Parameters<typeof verifyAuthenticationResponse>[0]['credential'] },
) =>
  verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: expected.challenge,
    expectedOrigin: origin,
    expectedRPID: 'localhost',
    credential: expected.credential,
  })

for (const algorithm of algorithms) {
  for (const attestation of ['none', 'packed-self'] as const) {
    test(`a registration and a sign-in with ${algorithm} and attestation ${attestation} are accepted by another verifier`, async () => {
      const { device, options, created } = registered({ algorithm, attestation, counter: 'counting' })
      const registration = await secondOpinionOnCreation(created, options.challenge)
      assert.ok(registration.verified)
      assert.equal(registration.registrationInfo.fmt, attestation === 'none' ? 'none' : 'packed')

      const challenge = newChallenge()
      const allowCredentials = [{ id: created.credentialId, type: 'public-key' }]
      const assertion = device.get({ challenge, rpId: 'localhost', allowCredentials })
      const { credential } = registration.registrationInfo
      const signIn = await secondOpinionOnAssertion(assertion, { challenge, credential })
      assert.ok(signIn.verified)
      assert.equal(signIn.authenticationInfo.newCounter, 1)
      assert.equal(assertion.userHandle, options.user.id)
    })
  }
}

test('the public key of a registration is the DER form of the key that signs', () => {
  const { device, created } = registered({ algorithm: -8 })
  const assertion = device.get({ challenge: newChallenge() })
  const key = createPublicKey({ key: Buffer.from(created.publicKey, 'base64url'), format: 'der', type: 'spki' })
  const digest = new Uint8Array(Buffer.from(assertion.clientDataJSON, 'base64url'))
  assert.equal(created.publicKeyAlgorithm, -8)
  assert.equal(key.asymmetricKeyType, 'ed25519')
  return crypto.subtle.digest('SHA-256', digest).then((hash) => {
    const signed = Buffer.concat([Buffer.from(assertion.authenticatorData, 'base64url'), Buffer.from(hash)])
    assert.ok(verify(null, signed, key, Buffer.from(assertion.signature, 'base64url')))
  })
})

test('a device without a configured algorithm uses the first supported one', () => {
  const device = createSoftwareAuthenticator({ origin })
  const offer = (...numbers: number[]) =>
    device.create(creationOptions({ pubKeyCredParams: numbers.map((alg) => ({ alg })) })).publicKeyAlgorithm
  assert.deepEqual([offer(-65535, -8, -7), offer(-257, -7), offer()], [-8, -257, -7])
})

test('without allowed credentials, the newest passkey of the site is used', () => {
  const { device } = registered()
  const second = device.create(creationOptions())
  assert.equal(device.get({ challenge: newChallenge() }).credentialId, second.credentialId)
})

test('a user can pick another account than the newest', () => {
  const { device, created } = registered()
  device.create(creationOptions())
  const pick = created.credentialId
  assert.equal(device.get({ challenge: newChallenge(), allowCredentials: [] }, { pick }).credentialId, pick)
})

test('a deleted passkey no longer exists', () => {
  const { device, created } = registered()
  device.deleteCredential(created.credentialId)
  assert.deepEqual(device.credentials, [])
  assert.throws(() => device.get({ challenge: newChallenge() }), { name: 'NotAllowedError' })
})

test('IDs are normalized to base64url without padding', () => {
  const { device } = registered({ random: (size) => Buffer.alloc(size, 0xff) })
  const padded = `${'/'.repeat(42)}8=`
  assert.equal(device.credentials[0]?.id, `${'_'.repeat(42)}8`)
  assert.equal(device.get({ challenge: newChallenge(), allowCredentials: [{ id: padded }] }).credentialId.length, 43)
})

const rejections: [string, string, () => unknown][] = [
  [
    'an excluded credential that it holds',
    'InvalidStateError',
    () => {
      const { device, created } = registered()
      device.create(creationOptions({ excludeCredentials: [{ id: created.credentialId }] }))
    },
  ],
  [
    'no algorithm it knows',
    'NotSupportedError',
    () => createSoftwareAuthenticator({ origin }).create(creationOptions({ pubKeyCredParams: [{ alg: -47 }] })),
  ],
  [
    'its only algorithm missing from the options',
    'NotSupportedError',
    () =>
      createSoftwareAuthenticator({ origin, algorithm: -8 }).create(
        creationOptions({ pubKeyCredParams: [{ alg: -7 }] }),
      ),
  ],
  [
    'the RP ID of another site at registration',
    'SecurityError',
    () => createSoftwareAuthenticator({ origin }).create(creationOptions({ rp: { id: 'example.com' } })),
  ],
  [
    'the RP ID of another site at sign-in',
    'SecurityError',
    () => registered().device.get({ challenge: newChallenge(), rpId: 'example.com' }),
  ],
  [
    'only credentials of other devices allowed',
    'NotAllowedError',
    () => registered().device.get({ challenge: newChallenge(), allowCredentials: [{ id: 'AAAA' }] }),
  ],
]
for (const [what, name, attempt] of rejections) {
  test(`${what} is rejected with ${name}`, () => void assert.throws(attempt, { name }))
}

const wrongAssertions: [string, AssertionOverrides, RegExp][] = [
  ['type', { type: 'webauthn.create' }, /type/],
  ['challenge', { challenge: newChallenge() }, /challenge/],
  ['origin', { origin: 'http://localhost:1' }, /origin/],
  ['RP ID', { rpId: 'example.com' }, /RP ID/],
  ['user presence', { flags: (right) => right & ~flag.UP }, /not present/],
  ['user verification', { flags: (right) => right & ~flag.UV }, /not be verified/],
  ['backup state', { flags: flag.UP | flag.UV | flag.BS }, /backed up/],
]
for (const [what, overrides, message] of wrongAssertions) {
  test(`an assertion with a wrong ${what} is otherwise valid`, async () => {
    const { device, options, created } = registered()
    const { registrationInfo } = await secondOpinionOnCreation(created, options.challenge)
    const challenge = newChallenge()
    const assertion = device.get({ challenge }, overrides)
    const { credential } = registrationInfo!
    await assert.rejects(secondOpinionOnAssertion(assertion, { challenge, credential }), message)
    const right = device.get({ challenge })
    assert.ok((await secondOpinionOnAssertion(right, { challenge, credential })).verified)
  })
}

test('a changed signature is invalid', async () => {
  const { device, options, created } = registered()
  const { registrationInfo } = await secondOpinionOnCreation(created, options.challenge)
  const challenge = newChallenge()
  const signature = (right: Buffer) => Buffer.from(right.with(-1, right.at(-1)! ^ 1))
  const assertion = device.get({ challenge }, { signature })
  const { verified } = await secondOpinionOnAssertion(assertion, {
    challenge,
    credential: registrationInfo!.credential,
  })
  assert.equal(verified, false)
})

test('each override breaks a registration', async () => {
  for (const [overrides, message] of [
    [{ type: 'webauthn.get' }, /type/],
    [{ challenge: newChallenge() }, /challenge/],
    [{ origin: 'https://example.com' }, /origin/],
    [{ rpId: 'example.com' }, /RP ID/],
  ] as const) {
    const { options, created } = registered({}, overrides)
    await assert.rejects(secondOpinionOnCreation(created, options.challenge), message)
  }
})

test('the remaining overrides appear unchanged in the response', () => {
  const { device, created } = registered()
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  const challenge = newChallenge()
  const framed = device.get({ challenge }, { crossOrigin: true, topOrigin: 'https://top.example' })
  assert.deepEqual(read(framed.clientDataJSON), {
    type: 'webauthn.get',
    challenge,
    origin,
    crossOrigin: true,
    topOrigin: 'https://top.example',
  })
  const bare = device.get({ challenge }, { userHandle: null, signCount: 7, credentialId: 'AAAA' })
  assert.equal('userHandle' in bare, false)
  assert.equal(Buffer.from(bare.authenticatorData, 'base64url').readUInt32BE(33), 7)
  assert.equal(bare.credentialId, 'AAAA')
  assert.equal(device.get({ challenge }, { userHandle: 'AQ' }).userHandle, 'AQ')
  assert.notEqual(created.credentialId, bare.credentialId)
})
