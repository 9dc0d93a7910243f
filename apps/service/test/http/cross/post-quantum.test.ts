import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { gen1Backend, gen1SignIn, signUpGen1User } from '@thumbturn/service-harness/gen1.ts'
import {
  confirm,
  readCompletedFlow,
  readNextStep,
  requestBackendAssertion,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import { signedInBy } from '@thumbturn/service-harness/proxy.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationNotAccepted,
  signIn,
  signUpUser,
  startRegistration,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import type { Algorithm } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const algorithms = [
  { algorithm: -48, name: 'ML-DSA-44', keyBytes: 1312, signatureBytes: 2420 },
  { algorithm: -49, name: 'ML-DSA-65', keyBytes: 1952, signatureBytes: 3309 },
  { algorithm: -50, name: 'ML-DSA-87', keyBytes: 2592, signatureBytes: 4627 },
] as const satisfies readonly { algorithm: Algorithm; name: string; keyBytes: number; signatureBytes: number }[]

/** Keys and signatures of ML-DSA, which are larger than all others, in every API and on both engines. */
eachEngine('post-quantum passkeys', (fresh) => {
  const running = useService(fresh)
  const offer = (offered: readonly (typeof algorithms)[number]['algorithm'][]) =>
    changeApplication(running().core, running().application, {
      settings: { algorithms: [...offered, -7], mfaPolicy: 'two-factors' },
    })

  for (const { algorithm, name, keyBytes, signatureBytes } of algorithms) {
    const device = () => newDevice({ algorithm, attestation: 'packed-self' })

    test(`a passkey with ${name} and self attestation is registered, stored, and signs in`, async () => {
      await offer([algorithm])
      const { device: used, username, userId } = await signUpUser(running(), { device: device() })
      const [credential] = used.credentials
      const found = await running().core.store.users.findWithPasskeys('demo', {
        usernameKey: username,
        addressKey: username,
      })
      const [passkey] = found!.passkeys
      assert.equal(passkey!.algorithm, algorithm)
      assert.deepEqual(Buffer.from(passkey!.publicKey), credential!.key.cose)
      assert.deepEqual(Buffer.from(passkey!.publicKeySpki), credential!.key.spki)
      assert.equal(credential!.key.spki.length, keyBytes + 22)
      for (const asked of ['', username]) {
        const { userId: signedIn } = readBody<{ userId: string }>(
          await signIn(running(), { device: used, username: asked }),
        )
        assert.equal(signedIn, userId)
      }
      assert.equal(Buffer.from(used.get({ challenge: 'AAAA' }).signature, 'base64url').length, signatureBytes)
      await signedInBy(running(), used, {})
    })

    test(`a passkey with ${name} signs in through the first generation`, async () => {
      await offer([algorithm])
      const backend = await gen1Backend(running())
      readBody(await gen1SignIn(backend, await signUpGen1User(backend, { device: device() })))
    })

    test(`a passkey with ${name} confirms a transaction and a step of a multi-factor flow`, async () => {
      await offer([algorithm])
      const { device: used, username } = await signUpUser(running(), { device: device() })
      const transaction = await startTransaction(running(), username, { txPayload: 'x'.repeat(4000) })
      readBody(await running().post('/tx/complete', transactionAnswer(used, transaction)))

      const payload = '€'.repeat(666)
      const second = readNextStep(
        await confirm(running(), await startMfa(running(), username, { payload }), { device: used }),
      )
      assert.ok(second.session.length <= 8192, `the session has ${second.session.length} characters`)
      const token = await requestBackendAssertion(running(), username)
      const done = readCompletedFlow(await step(running(), second)('third-party/verify', { token }))
      const { content, contentSignatures } = JSON.parse(Buffer.from(done.payload, 'base64').toString())
      assert.equal(content, payload)
      assert.equal(contentSignatures.length, 1)
      assert.equal(Buffer.from(contentSignatures[0].signature, 'base64url').length, signatureBytes)
      assert.equal(contentSignatures[0].publicKey, used.credentials[0]!.key.cose.toString('base64url'))
    })
  }

  test('the options list the algorithms in the order of the setting, and another one is rejected', async () => {
    await offer([-49, -48])
    const { session, registrationRequestOptions } = await startRegistration(running(), newName())
    assert.deepEqual(
      registrationRequestOptions.pubKeyCredParams.map(({ alg }) => alg),
      [-49, -48, -7],
    )
    const pubKeyCredParams = [{ type: 'public-key' as const, alg: -50 }]
    const creationResult = newDevice().create({ ...registrationRequestOptions, pubKeyCredParams })
    assertRejected(await running().post('/reg/complete', { session, creationResult }), registrationNotAccepted)
  })

  test('an authenticator without ML-DSA uses the next algorithm that is offered', async () => {
    await offer([-48, -49, -50])
    const { device: used } = await signUpUser(running(), { device: newDevice({ algorithm: -7 }) })
    readBody(await signIn(running(), { device: used }))
  })

  test('passkeys with ML-DSA still sign in when the application no longer offers it', async () => {
    await offer([-48])
    const { device: used } = await signUpUser(running(), { device: newDevice({ algorithm: -48 }) })
    await offer([])
    readBody(await signIn(running(), { device: used }))
  })
})
