import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, application, event, rowCounts, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

eachStore('applications', (opened) => {
  test('an application is kept with its first key and event', async (t) => {
    const { store } = await opened(t)
    const shop = application('shop', { baseUrl: 'https://id.example.com' })
    const created = event('1', { type: 'fido2.application.created' })
    assert.equal(await store.applications.add(shop, signingKey('shop', 'k1'), created), true)
    assert.deepEqual(await store.applications.changedSince(0), [shop])
    assert.deepEqual(await store.applications.signingKeys('shop'), [signingKey('shop', 'k1')])
    assert.deepEqual(await store.events.list('shop', 1), [created])
  })

  test('an id that is taken stays with its owner, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await store.applications.add(application('shop'), signingKey('shop', 'k1'), event('1'))
    const before = await rowCounts(database)
    const second = application('shop', { name: 'Thief' })
    assert.equal(await store.applications.add(second, signingKey('shop', 'k2'), event('2')), false)
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await store.applications.changedSince(0), [application('shop')])
  })

  test('a change replaces everything but the id and the creation', async (t) => {
    const { store, database } = await opened(t)
    await store.applications.add(application('shop'), signingKey('shop', 'k1'), event('1'))
    const changed = application('shop', { name: 'Shop', rpId: 'example.org', origins: [], updatedAt: 2_000 })
    assert.equal(await store.applications.change({ ...changed, createdAt: 9 }, event('2')), true)
    assert.deepEqual(await store.applications.changedSince(0), [changed])
    const before = await rowCounts(database)
    assert.equal(await store.applications.change(application('none'), event('3')), false)
    assert.deepEqual(await rowCounts(database), before)
  })

  test('what changed since a time comes oldest change first, that very time included', async (t) => {
    const { store } = await opened(t)
    for (const [id, updatedAt] of [['c', 3] as const, ['a', 1] as const, ['b', 2] as const])
      await store.applications.add(application(id, { updatedAt }), signingKey(id, id), event(id))
    const since = async (time: number) => (await store.applications.changedSince(time)).map(({ id }) => id)
    assert.deepEqual(await since(0), ['a', 'b', 'c'])
    assert.deepEqual(await since(2), ['b', 'c'])
    assert.deepEqual(await since(4), [])
  })

  test('an API key is found until it is revoked, and after that says when', async (t) => {
    const { store } = await opened(t)
    await store.apiKeys.add(apiKey('old'), event('added'))
    await store.apiKeys.add(apiKey('new', { createdAt: 2_000 }), event('added-too'))
    assert.deepEqual(await store.apiKeys.find('old'), apiKey('old'))
    assert.equal(await store.apiKeys.find('none'), undefined)
    assert.equal(await store.apiKeys.revoke({ appId: 'bank', id: 'old', at: 3_000 }, event('1')), false)
    assert.equal(await store.apiKeys.revoke({ appId: 'shop', id: 'old', at: 3_000 }, event('revoked')), true)
    assert.equal(await store.apiKeys.revoke({ appId: 'shop', id: 'old', at: 4_000 }, event('2')), false)
    assert.deepEqual(await store.apiKeys.list('shop'), [
      apiKey('new', { createdAt: 2_000 }),
      apiKey('old', { revokedAt: 3_000 }),
    ])
    assert.deepEqual(await store.apiKeys.list('bank'), [])
    await assert.rejects(store.apiKeys.add(apiKey('old'), event('3')))
    const told = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(told, ['revoked', 'added-too', 'added'])
  })

  test('events come newest first, as many as asked for', async (t) => {
    const { store } = await opened(t)
    const ids = { userId: 'u', passkeyId: 'p', deviceId: 'd', traceId: 't' }
    const detail = { ok: true, count: 2, text: 'x' }
    const full = event('2', { ...ids, address: '2001:db8::1', duration: 2 ** 40, reason: 'spent', detail })
    for (const one of [event('1'), full, event('3'), event('4', { appId: 'bank' })]) await store.events.append(one)
    assert.deepEqual(await store.events.list('shop', 2), [event('3'), full])
    assert.deepEqual(await store.events.list('shop', 9), [event('3'), full, event('1')])
  })
})
