import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { application, signingKey, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { DeviceDecision } from '../../src/core/model/authorization/device-decision.ts'

const decision = (name: string, changes: Partial<DeviceDecision> = {}): DeviceDecision => ({
  appId: 'shop',
  codeHash: `hash-${name}`,
  clientId: 'tv',
  userId: `user-${name}`,
  decision: 'allow',
  passkeyId: `passkey-${name}`,
  tokenEpoch: 0,
  amr: ['hwk', 'user'],
  acr: 'phr',
  authenticatedAt: 5_000,
  expiresAt: 605_000,
  usedAt: undefined,
  ...changes,
})

eachStore('decisions about devices', (opened) => {
  const openDecided = async (t: TestContext) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    assert.equal(await store.commit([{ addDeviceDecision: decision('ann') }]), undefined)
    const count = async () =>
      Number((await database.queryEach(['select count(*) as n from device_decisions']))[0]?.[0]?.n)
    return { store, count }
  }

  test('a decision is found in its application only, and the first one about a code counts', async (t) => {
    const { store } = await openDecided(t)
    const bare = decision('bob', { decision: 'deny', passkeyId: undefined, acr: undefined })
    assert.equal(await store.commit([{ addDeviceDecision: bare }]), undefined)
    assert.deepEqual(await store.deviceDecisions.find({ appId: 'shop', codeHash: 'hash-bob' }), bare)
    assert.equal(await store.deviceDecisions.find({ appId: 'bank', codeHash: 'hash-bob' }), undefined)
    const second = decision('bob', { codeHash: 'hash-ann' })
    assert.equal(await store.commit([{ addDeviceDecision: second }]), 'device_decided')
    assert.deepEqual(await store.deviceDecisions.find({ appId: 'shop', codeHash: 'hash-ann' }), decision('ann'))
    assert.equal(await store.commit([{ addDeviceDecision: decision('eve') }]), 'user_missing')
  })

  test('of several uses of a decision, one succeeds', async (t) => {
    const { store } = await openDecided(t)
    const use = { appId: 'shop', codeHash: 'hash-ann', at: 7_000 }
    const uses = await Promise.all([1, 2, 3].map(() => store.commit([{ useDeviceDecision: use }])))
    assert.deepEqual(uses.toSorted(), ['device_decided', 'device_decided', undefined])
    assert.equal((await store.deviceDecisions.find(use))?.usedAt, 7_000)
  })

  test('expired decisions are deleted, and so are those of a deleted user or application', async (t) => {
    const { store, count } = await openDecided(t)
    await store.commit([{ addDeviceDecision: decision('bob', { expiresAt: 700_000 }) }])
    await store.commit([{ addDeviceDecision: decision('bob', { codeHash: 'other', expiresAt: 700_000 }) }])
    await store.forgetExpired(650_000)
    assert.equal(await count(), 2)
    await store.commit([{ deleteUser: { appId: 'shop', userId: 'user-bob' } }])
    assert.equal(await count(), 0)
    await store.commit([{ addDeviceDecision: decision('ann') }])
    await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
    const [stored] = await store.applications.list()
    await store.commit([{ deleteApplication: { application: stored!, at: 9_000 } }])
    assert.ok(await store.deletions.purge('shop', { isOver: () => false }))
    assert.equal(await count(), 0)
  })
})
