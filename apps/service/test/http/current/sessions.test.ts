import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertion,
  authenticate,
  factorRejected,
  readCompletedFlow,
  sessionRejected,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import { origin, type Service, startService, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  completeSignIn,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  registrationRejected,
  signIn,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { mostFailures } from '../../../src/core/use-cases/limits/failed-completions.ts'

eachEngine('sessions', (fresh) => {
  const running = useService(fresh)

  test('a session can be used only once', async () => {
    const service = running()
    const username = newName()
    const device = newDevice()
    const { session, registrationRequestOptions } = await startRegistration(service, username)
    const creation = { session, creationResult: device.create(registrationRequestOptions) }
    readBody(await service.post('/reg/complete', creation))
    const again = await service.post('/reg/complete', creation)
    assertRejected(again, { ...registrationRejected, reason: 'session_used' })

    const started = await startSignIn(service, username)
    const assertion = { session: started.session, assertionResult: device.get(started.assertionOptions) }
    readBody(await service.post('/auth/complete', assertion))
    const before = await stored(service.database)
    assertRejected(await service.post('/auth/complete', assertion), signInRejected)
    assert.deepEqual(await stored(service.database), before)
  })

  test("a failed completion doesn't spend the session", async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const started = await startSignIn(service, username)
    assertRejected(await completeSignIn(service, started, { device, origin: 'https://evil.example' }), signInRejected)
    readBody(await completeSignIn(service, started, { device }))
  })

  test('after ten failed completions, a sign-in counts as spent, and nothing is written for them', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const started = await startSignIn(service, username)
    const before = await stored(service.database)
    for (let failure = 0; failure < mostFailures; failure++)
      assertRejected(await completeSignIn(service, started, { device, origin: 'https://evil.example' }), signInRejected)
    assertRejected(await completeSignIn(service, started, { device }), signInRejected)
    assert.deepEqual(await stored(service.database), before)
    readBody(await signIn(service, { device, username }))
  })

  test('after ten failed completions, a registration counts as spent, and nothing of a response is read any more', async (t) => {
    const service = running()
    const { session, registrationRequestOptions } = await startRegistration(service, newName())
    const device = newDevice()
    const complete = (creationResult: object) => service.post('/reg/complete', { session, creationResult })
    const wrong = device.create(registrationRequestOptions, { origin: 'https://evil.example' })
    for (let failure = 0; failure < mostFailures; failure++) assertRejected(await complete(wrong), registrationRejected)
    const verified = t.mock.method(service.core.ceremonies, 'verifyCreation')
    const right = await complete(device.create(registrationRequestOptions))
    assertRejected(right, { ...registrationRejected, reason: 'session_used' })
    assert.equal(verified.mock.callCount(), 0)
  })

  test('after ten failed completions, a transaction counts as spent', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const transaction = await startTransaction(service, username)
    const wrong = { ...transactionAnswer(device, transaction), signature: 'AAAA' }
    for (let failure = 0; failure < mostFailures; failure++)
      assertRejected(await service.post('/tx/complete', wrong), transactionRejected)
    assertRejected(await service.post('/tx/complete', transactionAnswer(device, transaction)), transactionRejected)
  })

  test('after ten rejected assertions, a step is spent for passkeys, and a new flow works', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username)
    const wrong = assertion(device, started, { origin: 'https://evil.example' })
    for (let failure = 0; failure < mostFailures; failure++)
      assertRejected(await step(service, started)('passkey/auth', wrong), factorRejected)
    assertRejected(await authenticate(service, started, { device }), sessionRejected)
    readCompletedFlow(await authenticate(service, await startMfa(service, username), { device }))
  })

  test('a session works only in the kind of flow that issued it', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const registration = await startRegistration(service, newName())
    const signIn = await startSignIn(service, username)
    const transaction = await startTransaction(service, username)
    const started = {
      registration: { session: registration.session, challenge: registration.registrationRequestOptions.challenge },
      signIn: { session: signIn.session, challenge: signIn.assertionOptions.challenge },
      transaction: { session: transaction.session, challenge: transaction.assertionOptions.challenge },
    }
    const { allowCredentials } = signIn.assertionOptions
    type Ceremony = { session: string; challenge: string }
    const endings = {
      registration: ({ session, challenge }: Ceremony) => {
        const options = { ...registration.registrationRequestOptions, challenge }
        return service.post('/reg/complete', { session, creationResult: newDevice().create(options) })
      },
      signIn: ({ session, challenge }: Ceremony) => {
        const assertionResult = device.get({ challenge, rpId: 'localhost', allowCredentials })
        return service.post('/auth/complete', { session, assertionResult })
      },
      transaction: ({ session, challenge }: Ceremony) => {
        const assertionOptions = { ...transaction.assertionOptions, challenge }
        return service.post('/tx/complete', transactionAnswer(device, { session, assertionOptions }))
      },
    }
    const rejections = { registration: registrationRejected, signIn: signInRejected, transaction: transactionRejected }
    const kinds = ['registration', 'signIn', 'transaction'] as const
    const before = await stored(service.database)
    for (const ended of kinds) {
      for (const other of kinds.filter((kind) => kind !== ended))
        assertRejected(await endings[ended](started[other]), rejections[ended])
    }
    assert.deepEqual(await stored(service.database), before)
    for (const kind of kinds) readBody(await endings[kind](started[kind]))
  })

  test('a session expires to the millisecond', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const [inTime, late] = [await startSignIn(service, username), await startSignIn(service, username)]
    const lateSignUp = await startRegistration(service, newName())
    const lateTransaction = await startTransaction(service, username)
    service.clock.advance(299_999)
    readBody(await completeSignIn(service, inTime, { device }))
    service.clock.advance(1)
    assertRejected(await completeSignIn(service, late, { device }), signInRejected)
    assertRejected(await completeRegistration(service, lateSignUp), registrationRejected)
    const confirmation = transactionAnswer(device, lateTransaction)
    assertRejected(await service.post('/tx/complete', confirmation), transactionRejected)
  })

  test('a spent session stays spent after its record is deleted', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, username)
    const assertion = { session, assertionResult: device.get(assertionOptions) }
    readBody(await service.post('/auth/complete', assertion))
    for (const step of [299_999, 1, 60_000]) {
      service.clock.advance(step)
      await service.core.store.forgetExpired(service.clock.now())
      assertRejected(await service.post('/auth/complete', assertion), signInRejected)
    }
  })

  test('prefixes of a session and sessions with one changed character are rejected', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, username)
    const assertionResult = device.get(assertionOptions)
    const other = (character: string | undefined) => (character === 'A' ? 'B' : 'A')
    for (let length = 16; length < session.length; length++) {
      const cut = await service.post('/auth/complete', { session: session.slice(0, length), assertionResult })
      assertRejected(cut, signInRejected)
      const changed = session.slice(0, length) + other(session[length]) + session.slice(length + 1)
      assertRejected(await service.post('/auth/complete', { session: changed, assertionResult }), signInRejected)
    }
    for (const odd of [`${session}=`, ` ${session}`, `${session}A`, `${session}\n`, session + session]) {
      assertRejected(await service.post('/auth/complete', { session: odd, assertionResult }), signInRejected)
    }
    readBody(await service.post('/auth/complete', { session, assertionResult }))
  })

  test('a session of 15 or of 8193 characters is a bad request', async () => {
    const service = running()
    const { device } = await signUpUser(service)
    const { assertionOptions } = await startSignIn(service)
    const assertionResult = device.get(assertionOptions)
    for (const [session, msg] of [
      ['A'.repeat(15), '`session` must have at least 16 characters.'],
      ['A'.repeat(8193), '`session` must have at most 8192 characters.'],
    ]) {
      const response = await service.post('/auth/complete', { session, assertionResult })
      assertRejected(response, { status: 400, msg: msg!, msgCode: 'bad_request' })
    }
    for (const session of ['A'.repeat(16), 'A'.repeat(8192), '\u{1f511}'.repeat(16), '\0'.repeat(16)]) {
      assertRejected(await service.post('/auth/complete', { session, assertionResult }), signInRejected)
    }
  })

  test('another application rejects a session of this one', async () => {
    const service = running()
    await createApplication(service.core, { id: 'other', rpId: 'localhost', origins: [origin] })
    const { device, username } = await signUpUser(service)
    const [signIn, registration] = [await startSignIn(service, username), await startRegistration(service, newName())]
    const before = await stored(service.database)
    const assertion = { session: signIn.session, assertionResult: device.get(signIn.assertionOptions) }
    assertRejected(await service.post('//apps/other/fido2/v2/auth/complete', assertion), signInRejected)
    const creationResult = newDevice().create(registration.registrationRequestOptions)
    const creation = { session: registration.session, creationResult }
    assertRejected(await service.post('//apps/other/fido2/v2/reg/complete', creation), registrationRejected)
    const confirmation = transactionAnswer(device, await startTransaction(service, username))
    assertRejected(await service.post('//apps/other/fido2/v2/tx/complete', confirmation), transactionRejected)
    assert.deepEqual(await stored(service.database), before)
    const withoutName = await service.post('//fido2/v2/auth/complete', assertion)
    readBody(withoutName)
  })

  test("a passkey of one application can't sign in to another with the same RP ID", async () => {
    const service = running()
    const { device } = await signUpUser(service)
    const started = await service.post('//apps/other/fido2/v2/auth/init', { app: { id: 'other' }, deviceInfo })
    const { session, assertionOptions } = readBody<Awaited<ReturnType<typeof startSignIn>>>(started)
    const assertion = { session, assertionResult: device.get(assertionOptions) }
    assertRejected(await service.post('//apps/other/fido2/v2/auth/complete', assertion), signInRejected)
  })

  test('a session of another installation is rejected', async (t) => {
    const service = running()
    const foreign = await startService({ databaseUrl: service.database.url })
    t.after(() => foreign.close())
    const { device, username } = await signUpUser(service)
    assertRejected(await completeSignIn(service, await startSignIn(foreign, username), { device }), signInRejected)
  })

  test('sessions reveal nothing and are never the same twice', async () => {
    const service = running()
    const username = newName('visible')
    const sessions = await Promise.all(Array.from({ length: 200 }, () => begunBy(service, username)))
    assert.equal(new Set(sessions.map((session) => session.slice(6, 22))).size, sessions.length)
    assert.equal(new Set(sessions.map((session) => session.length)).size, 1)
    for (const session of sessions)
      assert.doesNotMatch(Buffer.from(session, 'base64url').toString('latin1'), /visible|demo|challenge|purpose/)
  })

  test('ceremonies started by unauthenticated callers add no rows', async () => {
    const service = running()
    const { username } = await signUpUser(service)
    const before = await stored(service.database)
    for (let count = 0; count < 100; count++) {
      await startSignIn(service, count % 2 ? username : newName('unknown'))
      await startSignIn(service)
      await startRegistration(service, count % 2 ? username : newName('unknown'))
      await startTransaction(service, count % 2 ? username : newName('unknown'))
      await service.post('/auth/complete', { session: 'A'.repeat(64), assertionResult: {} })
      await service.post('/tx/complete', { session: 'A'.repeat(64) })
    }
    assert.deepEqual(await stored(service.database), before)
  })
})

const begunBy = async (service: Service, username: string) =>
  readBody<{ session: string }>(await service.post('/auth/init', { app, deviceInfo, user: { username } })).session
