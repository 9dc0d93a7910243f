import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, application, event, rowCounts, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { Application } from '../../src/core/model/applications/application.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { openStore } from '../../src/storage/open.ts'

eachStore('applications', (opened) => {
  const add = (store: Store, id: string, changes: Partial<Application> = {}) =>
    store.commit([
      { addApplication: { application: application(id, changes), key: signingKey(id, id) } },
      { append: event(`added-${id}-${changes.name}`) },
    ])

  test('an application is stored with its first key and event', async (t) => {
    const { store } = await opened(t)
    const shop = application('shop', { baseUrl: 'https://id.example.com' })
    const created = event('1', { type: 'fido2.application.created' })
    assert.equal(
      await store.commit([
        { addApplication: { application: shop, key: signingKey('shop', 'k1') } },
        { append: created },
      ]),
      undefined,
    )
    assert.deepEqual(await store.applications.list(), [shop])
    assert.deepEqual(await store.applications.signingKeys('shop'), [signingKey('shop', 'k1')])
    assert.deepEqual(await store.events.list('shop', 1), [created])
  })

  test('a taken ID stays with its application, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await add(store, 'shop')
    const before = await rowCounts(database)
    assert.equal(await add(store, 'shop', { name: 'Thief' }), 'application_exists')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await store.applications.list(), [application('shop')])
  })

  test('an update replaces everything except the ID and the creation time', async (t) => {
    const { store, database } = await opened(t)
    await add(store, 'shop')
    const changed = application('shop', { name: 'Shop', rpId: 'example.org', origins: [], updatedAt: 2_000 })
    assert.equal(
      await store.commit([{ changeApplication: { ...changed, createdAt: 9 } }, { append: event('2') }]),
      undefined,
    )
    assert.deepEqual(await store.applications.list(), [{ ...changed, version: 2 }])
    const before = await rowCounts(database)
    assert.equal(
      await store.commit([{ changeApplication: application('none') }, { append: event('3') }]),
      'application_changed',
    )
    assert.deepEqual(await rowCounts(database), before)
  })

  test('changes are listed by version, whatever the clock, and only the latest of each application', async (t) => {
    const { store } = await opened(t)
    const { applications } = store
    for (const [id, updatedAt] of [['c', 3] as const, ['a', 1] as const, ['b', 2] as const])
      await add(store, id, { updatedAt })
    const since = async (version: number) => (await applications.changedSince(version)).map(({ id }) => id)
    assert.deepEqual(await since(0), ['c', 'a', 'b'])
    assert.equal(
      await store.commit([{ changeApplication: application('c', { updatedAt: -1 }) }, { append: event('4') }]),
      undefined,
    )
    assert.deepEqual(await since(2), ['b', 'c'])
    assert.deepEqual(await since(4), [])
    const ids = (await applications.list()).map(({ id, version }) => [id, version])
    assert.deepEqual(ids, [
      ['a', 2],
      ['b', 3],
      ['c', 4],
    ])
  })

  test('an update of an outdated version writes nothing', async (t) => {
    const { store, database } = await opened(t)
    await add(store, 'shop')
    assert.equal(
      await store.commit([{ changeApplication: application('shop', { name: 'First' }) }, { append: event('2') }]),
      undefined,
    )
    const before = await rowCounts(database)
    assert.equal(
      await store.commit([{ changeApplication: application('shop', { name: 'Second' }) }, { append: event('3') }]),
      'application_changed',
    )
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(
      (await store.applications.list()).map(({ name }) => name),
      ['First'],
    )
  })

  test('applications that change in parallel each get their own version, and no reader misses one', async (t) => {
    const { store, database } = await opened(t)
    const other = await openStore(database.url)
    t.after(() => other.close())
    const ids = Array.from({ length: 12 }, (_, index) => `app-${index}`)
    for (const id of ids) await add(store, id)
    const read = await store.applications.list()
    const seen = new Map<string, number>()
    let version = 12
    const look = async () => {
      for (const change of await other.applications.changedSince(version)) {
        seen.set(change.id, change.version)
        version = change.version
      }
    }
    const changes = read.map((one, index) =>
      [store, other][index % 2]!.commit([
        { changeApplication: { ...one, name: 'changed' } },
        { append: event(`changed-${one.id}`) },
      ]),
    )
    const looking = Promise.all(Array.from({ length: 30 }, look))
    assert.deepEqual(
      await Promise.all(changes),
      read.map(() => undefined),
    )
    await looking
    await look()
    assert.deepEqual(
      [...seen.values()].sort((a, b) => a - b),
      read.map((_, index) => 13 + index),
    )
  })

  test('a change that names the latest version is written only if no application changed since then', async (t) => {
    const { store } = await opened(t)
    const add = (id: string, latest?: number) =>
      store.commit([{ addApplication: { application: application(id), key: signingKey(id, id), latest } }])
    const change = (id: string, { version, latest }: { version: number; latest: number }) =>
      store.commit([{ changeApplication: { ...application(id, { version }), latest } }])
    assert.equal(await add('shop', 0), undefined)
    assert.equal(await add('bank', 0), 'application_changed')
    assert.equal(await add('bank', 1), undefined)
    assert.equal(await change('shop', { version: 1, latest: 1 }), 'application_changed')
    assert.equal(await change('shop', { version: 1, latest: 2 }), undefined)
    assert.equal(await add('shop', 3), 'application_exists')
    const [bank] = (await store.applications.list()).filter(({ id }) => id === 'bank')
    await store.commit([{ deleteApplication: { application: bank!, at: 5 } }])
    assert.equal(await change('shop', { version: 3, latest: 3 }), 'application_changed', 'a deletion is a change, too')
    assert.equal(await change('shop', { version: 3, latest: 4 }), undefined)
    assert.equal(await add('bank', 5), undefined)
  })

  test('of batches that name one latest version at the same time, one is written', async (t) => {
    const { store, database } = await opened(t)
    const other = await openStore(database.url)
    t.after(() => other.close())
    const ids = Array.from({ length: 12 }, (_, index) => `app-${index}`)
    for (const id of ids) await add(store, id)
    const conflicts = await Promise.all(
      (await store.applications.list()).map((one, index) =>
        [store, other][index % 2]!.commit([{ changeApplication: { ...one, latest: 12 } }]),
      ),
    )
    assert.deepEqual(
      conflicts.filter((conflict) => conflict === undefined),
      [undefined],
    )
    assert.ok(conflicts.every((conflict) => conflict === undefined || conflict === 'application_changed'))
  })

  test('an API key is found until it is revoked, and afterward has the time of its revocation', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ addApiKey: apiKey('old') }, { append: event('added') }])
    await store.commit([{ addApiKey: apiKey('new', { createdAt: 2_000 }) }, { append: event('added-too') }])
    assert.deepEqual(await store.apiKeys.find('old'), apiKey('old'))
    assert.equal(await store.apiKeys.find('none'), undefined)
    assert.equal(
      await store.commit([{ revokeApiKey: { appId: 'bank', id: 'old', at: 3_000 } }, { append: event('1') }]),
      'key_missing',
    )
    assert.equal(
      await store.commit([{ revokeApiKey: { appId: 'shop', id: 'old', at: 3_000 } }, { append: event('revoked') }]),
      undefined,
    )
    assert.equal(
      await store.commit([{ revokeApiKey: { appId: 'shop', id: 'old', at: 4_000 } }, { append: event('2') }]),
      'key_missing',
    )
    assert.deepEqual(await store.apiKeys.list('shop'), [
      apiKey('new', { createdAt: 2_000 }),
      apiKey('old', { revokedAt: 3_000 }),
    ])
    assert.deepEqual(await store.apiKeys.list('bank'), [])
    await assert.rejects(store.commit([{ addApiKey: apiKey('old') }, { append: event('3') }]))
    const observed = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(observed, ['revoked', 'added-too', 'added'])
  })

  test('events are listed newest first, up to the limit', async (t) => {
    const { store } = await opened(t)
    const ids = { userId: 'u', passkeyId: 'p', deviceId: 'd', traceId: 't' }
    const detail = { ok: true, count: 2, text: 'x' }
    const full = event('2', { ...ids, address: '2001:db8::1', duration: 2 ** 40, reason: 'spent', detail })
    for (const one of [event('1'), full, event('3'), event('4', { appId: 'bank' })])
      await store.commit([{ append: one }])
    assert.deepEqual(await store.events.list('shop', 2), [event('3'), full])
    assert.deepEqual(await store.events.list('shop', 9), [event('3'), full, event('1')])
  })
})
