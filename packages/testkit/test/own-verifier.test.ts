import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Expectations, type Registration, verifyAssertion, verifyRegistration } from '@thumbturn/webauthn'
import {
  type Algorithm,
  type AssertionOverrides,
  type AssertionResult,
  type AuthenticatorSettings,
  type CreationOverrides,
  createSoftwareAuthenticator,
  flag,
} from '../src/index.ts'

const origin = 'http://localhost:4300'
const algorithms: Algorithm[] = [-7, -8, -35, -36, -48, -49, -50, -257]
const userId = randomUUID()

const expecting = (challenge: string): Expectations => ({
  challenge,
  rpId: 'localhost',
  origins: [origin],
  userVerification: 'required',
})

function register(settings: Partial<AuthenticatorSettings> = {}, overrides: CreationOverrides = {}) {
  const device = createSoftwareAuthenticator({ origin, ...settings })
  const challenge = randomBytes(32).toString('base64url')
  const response = device.create(
    {
      rp: { id: 'localhost', name: 'Test' },
      user: { id: userId, name: 'ada', displayName: 'Ada' },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ alg })),
    },
    overrides,
  )
  const registration = verifyRegistration({ response, expected: { ...expecting(challenge), algorithms } })
  return { device, response, registration }
}

const judge = (response: AssertionResult, registration: Registration, challenge: string) =>
  verifyAssertion({
    response,
    credential: { ...registration, id: registration.credentialId, userHandle: userId },
    expected: { ...expecting(challenge), userHandleRequired: true },
  })

for (const algorithm of algorithms) {
  for (const attestation of ['none', 'packed-self'] as const) {
    test(`our verifier accepts ${algorithm} with attestation ${attestation} and reads its values`, () => {
      const aaguid = randomUUID()
      const given = { algorithm, attestation, aaguid, backupEligible: true, backedUp: true } as const
      const { device, response, registration } = register({ ...given, counter: 'counting' })
      assert.deepEqual(
        [registration.algorithm, registration.aaguid, registration.backupEligible, registration.backedUp],
        [algorithm, aaguid, true, true],
      )
      assert.equal(registration.publicKeySpki.toString('base64url'), response.publicKey)

      const challenge = randomBytes(32).toString('base64url')
      const assertion = judge(device.get({ challenge }), registration, challenge)
      assert.deepEqual([assertion.signCount, assertion.backedUp, assertion.userVerified], [1, true, true])
    })
  }
}

const brokenAssertions: [keyof AssertionOverrides, AssertionOverrides, string][] = [
  ['type', { type: 'webauthn.create' }, 'type'],
  ['challenge', { challenge: randomBytes(32).toString('base64url') }, 'challenge'],
  ['origin', { origin: 'http://localhost:4301' }, 'origin'],
  ['crossOrigin', { crossOrigin: true }, 'cross_origin'],
  ['rpId', { rpId: 'example.com' }, 'rp_id_hash'],
  ['flags', { flags: (right) => right & ~flag.UP }, 'user_presence'],
  ['flags', { flags: (right) => right & ~flag.UV }, 'user_verification'],
  ['flags', { flags: (right) => right | flag.BS }, 'backup_flags'],
  ['signCount', { signCount: 0 }, 'sign_count'],
  ['userHandle', { userHandle: randomUUID() }, 'user_handle'],
  ['userHandle', { userHandle: null }, 'user_handle'],
  ['credentialId', { credentialId: randomBytes(32).toString('base64url') }, 'credential_id'],
  ['signature', { signature: () => randomBytes(70) }, 'signature'],
  ['clientData', { clientData: '{' }, 'client_data'],
]
for (const [what, overrides, reason] of brokenAssertions) {
  test(`an assertion broken by ${what} is rejected for ${reason}`, () => {
    const { device, registration } = register({ counter: 'counting' }, { signCount: 7 })
    const challenge = randomBytes(32).toString('base64url')
    const broken = device.get({ challenge }, { signCount: 8, ...overrides })
    assert.throws(() => judge(broken, registration, challenge), { name: 'WebAuthnError', reason })
    assert.equal(judge(device.get({ challenge }, { signCount: 8 }), registration, challenge).signCount, 8)
  })
}

const brokenCreations: [keyof CreationOverrides, CreationOverrides, string][] = [
  ['type', { type: 'webauthn.get' }, 'type'],
  ['challenge', { challenge: randomBytes(32).toString('base64url') }, 'challenge'],
  ['origin', { origin: 'https://example.com' }, 'origin'],
  ['crossOrigin', { crossOrigin: true }, 'cross_origin'],
  ['rpId', { rpId: 'example.com' }, 'rp_id_hash'],
  ['flags', { flags: (right) => right & ~flag.UV }, 'user_verification'],
  ['flags', { flags: (right) => right & ~flag.AT }, 'auth_data'],
  ['signature', { signature: () => randomBytes(70) }, 'attestation'],
]
for (const [what, overrides, reason] of brokenCreations) {
  test(`a registration broken by ${what} is rejected for ${reason}`, () => {
    assert.throws(() => register({ attestation: 'packed-self' }, overrides), { name: 'WebAuthnError', reason })
  })
}
