import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  application,
  event,
  rowCounts,
  rsaSigningKey,
  signingKey,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Application, KeyChange, SigningKey } from '../../src/core/model/applications/application.ts'
import type { EventRecord } from '../../src/core/model/events/event.ts'
import type { Write } from '../../src/core/writes.ts'

const dayMs = 24 * 60 * 60_000

const listChange = (application: Application, change: KeyChange, changed: EventRecord): Write[] => [
  { changeSigningKeys: { application, change, at: changed.at } },
  { append: changed },
]

/** Requirements for signing keys on both engines. */
eachStore('signing keys', (opened) => {
  const kept = async (t: Parameters<OpenStore>[0]) => {
    const { store, database } = await opened(t)
    await store.commit([
      { addApplication: { application: application('shop'), key: signingKey('shop', 'first') } },
      { append: event('1') },
    ])
    return { store, database, applications: store.applications }
  }

  test('a key is added and another retired, each with its event and a new version of the application', async (t) => {
    const { store, applications } = await kept(t)
    const [read] = await applications.list()
    const second = signingKey('shop', 'second', 2_000)
    assert.equal(await store.commit(listChange(read!, { add: second }, event('2', { at: 2_000 }))), undefined)
    assert.deepEqual(await applications.signingKeys('shop'), [second, signingKey('shop', 'first')])
    const [changed] = await applications.list()
    assert.deepEqual(changed, application('shop', { updatedAt: 2_000, version: 2 }))
    const retire = { retire: { kid: 'first', at: 3_000 } }
    assert.equal(await store.commit(listChange(changed!, retire, event('3', { at: 3_000 }))), undefined)
    assert.deepEqual((await applications.signingKeys('shop'))[1], { ...signingKey('shop', 'first'), retiredAt: 3_000 })
    assert.deepEqual(
      (await store.events.list('shop', 9)).map(({ id }) => id),
      ['3', '2', '1'],
    )
  })

  test('an application that changed since it was read keeps its keys, and nothing is written', async (t) => {
    const { store, database, applications } = await kept(t)
    const before = await rowCounts(database)
    for (const read of [application('shop', { version: 2 }), application('none')]) {
      const add = { add: signingKey(read.id, 'second') }
      assert.equal(await store.commit(listChange(read, add, event('2'))), 'application_changed')
    }
    const retire = (kid: string) => ({ retire: { kid, at: 3_000 } })
    // PostgreSQL names the first fact that violates a requirement.
    assert.match(
      String(await store.commit(listChange(application('shop'), retire('none'), event('2')))),
      /^(key_missing|application_changed)$/,
    )
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await applications.list(), [application('shop')])
  })

  test('of 16 parallel key changes based on the same version of an application, one succeeds', async (t) => {
    const { store, applications } = await kept(t)
    const change = (_: unknown, at: number) =>
      store.commit(listChange(application('shop'), { add: signingKey('shop', `k${at}`) }, event(`added-${at}`)))
    const done = await Promise.all(Array.from({ length: 16 }, change))
    assert.equal(done.filter((conflict) => conflict === undefined).length, 1)
    assert.equal((await applications.signingKeys('shop')).length, 2)
  })

  test('applications with several active keys are listed', async (t) => {
    const { store, applications } = await kept(t)
    await store.commit([{ addApplication: { application: application('bank'), key: signingKey('bank', 'first') } }])
    assert.deepEqual(await applications.withSeveralKeys(), [])
    await store.commit(listChange(application('shop'), { add: signingKey('shop', 'second') }, event('2')))
    assert.deepEqual(await applications.withSeveralKeys(), ['shop'])
    const changed = (await applications.list()).find(({ id }) => id === 'shop')
    await store.commit(listChange(changed!, { retire: { kid: 'first', at: 3_000 } }, event('3')))
    assert.deepEqual(await applications.withSeveralKeys(), [])
  })

  test('one key of each algorithm is not several, and several of both list the application once', async (t) => {
    const { store, applications } = await kept(t)
    const add = async (key: SigningKey) => {
      const [shop] = await applications.list()
      await store.commit(listChange(shop!, { add: key }, event(key.kid)))
      return applications.withSeveralKeys()
    }
    assert.deepEqual(await add(rsaSigningKey('shop', 'rsa 1')), [])
    assert.deepEqual((await applications.signingKeys('shop'))[1], rsaSigningKey('shop', 'rsa 1'))
    assert.deepEqual(await add(rsaSigningKey('shop', 'rsa 2')), ['shop'])
    assert.deepEqual(await add(signingKey('shop', 'second')), ['shop'])
  })

  test('a key ID names its application, even after the key is retired', async (t) => {
    const { store, applications } = await kept(t)
    await store.commit([{ addApplication: { application: application('bank'), key: signingKey('bank', 'theirs') } }])
    await store.commit(listChange(application('shop'), { retire: { kid: 'first', at: 3_000 } }, event('2')))
    assert.deepEqual(await Promise.all(['first', 'theirs', 'none'].map((kid) => applications.idOfKey(kid))), [
      'shop',
      'bank',
      undefined,
    ])
  })

  test('a retired key is deleted after thirty days, and no other key is', async (t) => {
    const { store, applications } = await kept(t)
    await store.commit(listChange(application('shop'), { add: signingKey('shop', 'second') }, event('2')))
    const [changed] = await applications.list()
    await store.commit(listChange(changed!, { retire: { kid: 'first', at: 3_000 } }, event('3')))
    const kids = async () => (await applications.signingKeys('shop')).map(({ kid }) => kid).sort()
    await store.forgetExpired(3_000 + 30 * dayMs)
    assert.deepEqual(await kids(), ['first', 'second'])
    await store.forgetExpired(3_001 + 30 * dayMs)
    assert.deepEqual(await kids(), ['second'])
  })

  test('the application stores how long tokens with longer lifetimes remain valid', async (t) => {
    const { store, applications } = await kept(t)
    const changed = application('shop', { tokensUntil: 9_000 })
    assert.equal(await store.commit([{ changeApplication: changed }, { append: event('2') }]), undefined)
    assert.deepEqual(await applications.list(), [{ ...changed, version: 2 }])
  })
})
