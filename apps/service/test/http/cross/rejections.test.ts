import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings, profile, useCodes } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { authenticate, startMfa } from '@thumbturn/service-harness/mfa.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  signIn,
  signInRejected,
  signUp,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { recordRejections } from '../../../src/core/use-cases/events/rejections.ts'

/** The events that are now written for rejected ceremonies. */
async function written({ core }: Service) {
  const failures = async () =>
    (await core.store.events.list('demo', 10_000)).filter(({ type }) => /failure$/.test(type))
  const earlier = new Set((await failures()).map(({ id }) => id))
  await recordRejections(core)
  return (await failures()).filter(({ id }) => !earlier.has(id))
}

const evil = { origin: 'https://evil.example' }
const forged = 'x'.repeat(16)

/** Details of a rejected ceremony, which developers can read and the caller can't. */
anyEngine('rejection details', (fresh) => {
  const running = useCodes(fresh)

  test('a rejected sign-in emits an event with reason, user, and trace ID, none of which the caller sees', async () => {
    const service = running()
    const { device, username, userId } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, username)
    const body = { session, assertionResult: device.get(assertionOptions, evil) }
    const response = await service.post('/auth/complete', body)
    assertRejected(response, signInRejected)
    const traceId = response.headers['x-trace-id']
    const [event, ...more] = await written(service)
    assert.deepEqual(more, [])
    assert.deepEqual([event?.type, event?.userId, event?.traceId], ['fido2.passkey.auth.failure', userId, traceId])
    assert.match(event!.reason!, /origin/)
  })

  for (const [type, reject] of [
    ['fido2.passkey.reg.failure', rejectRegistration],
    ['fido2.tx.failure', rejectTransaction],
    ['fido2.mfa.failure', rejectStep],
    ['fido2.otp.failure', rejectCode],
  ] as const) {
    test(`a rejection of this kind emits ${type}`, async () => {
      const service = running()
      await written(service)
      const userId = await reject(service)
      const [event, ...more] = await written(service)
      assert.deepEqual([event?.type, event?.userId, more.length], [type, userId, 0])
      assert.ok(event!.reason)
    })
  }

  test('the event for a session of an unknown username names no user', async () => {
    const service = running()
    const { session, assertionOptions } = await startSignIn(service, newName())
    const device = newDevice()
    device.create((await startRegistration(service, newName())).registrationRequestOptions)
    const assertionResult = device.get({ ...assertionOptions, allowCredentials: [] })
    await service.post('/auth/complete', { session, assertionResult })
    const [event] = await written(service)
    assert.deepEqual([event?.type, event?.userId], ['fido2.passkey.auth.failure', undefined])
  })

  test('the request itself writes nothing, whether or not its user exists', async () => {
    const service = running()
    const { device } = await signUpUser(service)
    const before = await rowCounts(service.database)
    await signIn(service, { device, ...evil })
    await service.post('/auth/complete', {
      session: forged,
      assertionResult: device.get((await startSignIn(service)).assertionOptions),
    })
    assert.deepEqual(await rowCounts(service.database), before)
    assert.equal((await written(service)).length, 2)
  })

  test('a flood writes at most a hundred events per minute, or as many as the application sets', async () => {
    const service = running()
    const { device } = await signUpUser(service)
    const assertionResult = device.get((await startSignIn(service)).assertionOptions)
    const flood = () =>
      Promise.all(
        Array.from({ length: 150 }, () => service.post('/auth/complete', { session: forged, assertionResult })),
      )
    service.clock.advance(60_000)
    await flood()
    assert.equal((await written(service)).length, 100)
    await flood()
    assert.equal((await written(service)).length, 0)
    service.clock.advance(60_000)
    await changeSettings(service, { rejectionEvents: 7 })
    await flood()
    assert.equal((await written(service)).length, 7)
    await changeSettings(service, { rejectionEvents: 0 })
    service.clock.advance(60_000)
    await flood()
    assert.equal((await written(service)).length, 0)
    await changeSettings(service, { rejectionEvents: 100 })
  })
})

async function rejectRegistration(service: Service) {
  service.clock.advance(60_000)
  assert.equal((await signUp(service, evil)).status, 403)
  return undefined
}

async function rejectTransaction(service: Service) {
  const { username, device, userId } = await signUpUser(service)
  const response = transactionAnswer(device, await startTransaction(service, username), evil)
  assert.equal((await service.post('/tx/complete', response)).status, 403)
  return userId
}

async function rejectStep(service: Service) {
  const { username, device, userId } = await signUpUser(service)
  const started = await startMfa(service, username)
  assert.equal((await authenticate(service, started, { device, ...evil })).status, 400)
  return userId
}

async function rejectCode(service: Service) {
  const { username, userId } = await signUpUser(service)
  const { setEmail } = await profile(service)
  await setEmail(userId, newName('code'), false)
  const body = { authCode: '000000', user: { username } }
  assert.equal((await service.post('/auth/otp/verify', body)).status, 400)
  return userId
}
