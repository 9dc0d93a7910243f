import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  deviceInfo,
  newDevice,
  newName,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { Outage } from '../../../src/core/errors.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'
import { recordRejectedCalls } from '../../../src/core/use-cases/events/rejected-calls.ts'

/** Details of the new rejection events that are now written for an application. */
async function written({ core }: Service, appId = 'demo') {
  const counted = async () => (await core.store.events.page(appId, { limit: 100, type: 'fido2.calls' })).events
  const earlier = (await counted()).length
  await recordRejectedCalls(core)
  const all = await counted()
  return all.slice(0, all.length - earlier).map(({ detail }) => detail)
}

const forged = 'x'.repeat(16)

/** Rejections that unauthenticated callers can cause at will are stored as counts, not rows. */
anyEngine('rejection counts', (fresh) => {
  const running = useService(fresh)
  const anAssertion = async () => {
    const { device } = await signUpUser(running())
    return device.get((await startSignIn(running())).assertionOptions)
  }

  test('a thousand rejected sign-ins add one row with their count', async () => {
    const service = running()
    const assertionResult = await anAssertion()
    await written(service)
    const before = await rowCounts(service.database)
    const signInWrongly = () => service.post('/auth/complete', { session: forged, assertionResult })
    for (const { status } of await Promise.all(Array.from({ length: 1_000 }, signInWrongly))) assert.equal(status, 404)
    assert.deepEqual(await rowCounts(service.database), before)
    assert.deepEqual(await written(service), [{ count: 1_000, signIns: 1_000 }])
    assert.deepEqual(await rowCounts(service.database), { ...before, events: before.events! + 1 })
    assert.deepEqual(await written(service), [])
  })

  test('rejections are counted by kind; invalid bodies and unknown resources are not counted', async () => {
    const service = running()
    const assertionResult = await anAssertion()
    const { username, device } = await signUpUser(service)
    const { registrationRequestOptions } = await startRegistration(service, newName())
    const creationResult = newDevice().create(registrationRequestOptions)
    const transaction = transactionAnswer(device, await startTransaction(service, username))
    await written(service)
    await service.post('/auth/complete', { session: forged, assertionResult })
    await service.post('/reg/complete', { session: forged, creationResult })
    await service.post('/tx/complete', { ...transaction, session: forged })
    await service.ask('GET', '/passkeys', { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' })
    await service.ask('GET', '/mgmt/users/find?username=x', { token: `ttk_${'0'.repeat(16)}.${'x'.repeat(43)}` })
    for (const body of [{}, '{', { app, deviceInfo, user: { username: 7 } }]) await service.post('/auth/init', body)
    await service.ask('GET', '//nowhere')
    const expected = { count: 5, signIns: 1, registrations: 1, transactions: 1, credentials: 2 }
    assert.deepEqual(await written(service), [expected])
  })

  test('a call that names no application counts for the application of its session, or for the installation', async () => {
    const service = running()
    await createApplication(service.core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
    await ensureOwnApplication(service.core, 'http://localhost:4300')
    const assertionResult = await anAssertion()
    const { session } = await startSignIn(service)
    await recordRejectedCalls(service.core)
    const complete = '//fido2/v2/auth/complete'
    await service.post(complete, { session, assertionResult })
    await service.post(complete, { session: forged, assertionResult })
    assert.deepEqual(await written(service), [{ count: 1, signIns: 1 }])
    const [own] = await service.core.store.events.list('thumbturn', 1)
    assert.deepEqual(own?.detail, { count: 1, signIns: 1 })
  })

  test('counts that an outage keeps from being written are written later', async () => {
    const { core } = running()
    await written(running())
    core.rejectedCalls.count('demo', 'signIns')
    const outage = new Outage('The database is unavailable')
    const commit = () => Promise.reject(outage)
    await assert.rejects(recordRejectedCalls({ ...core, store: { ...core.store, commit } }), outage)
    core.rejectedCalls.count('demo', 'signIns')
    assert.deepEqual(await written(running()), [{ count: 2, signIns: 2 }])
  })

  test('rate-limited calls are also counted, and an unknown application name adds nothing', async (t) => {
    const service = await startAlone(t, fresh, { limits: { store: 'memory', factor: 0.05 } })
    const user = { username: newName() }
    for (let call = 0; call < 5; call++) await service.post('/auth/init', { app, deviceInfo, user })
    for (let call = 0; call < 5; call++) await service.post('//apps/unknown/fido2/v2/auth/init', {})
    assert.deepEqual(await written(service), [{ count: 2, limited: 2 }])
  })
})
