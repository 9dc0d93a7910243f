import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRollUpWorker } from '@thumbturn/service-harness/roll-ups.ts'
import { application, event, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Connector, ConnectorProgress } from '../../src/core/model/connectors/connector.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Write } from '../../src/core/writes.ts'

const start = Date.UTC(2027, 2, 14, 12)
const idAt = (at: number, n = 0) => `${firstIdAt(at).slice(0, -4)}${String(n).padStart(4, '0')}`

const connector = (id: string, changes: Partial<Connector> = {}): Connector => ({
  appId: 'shop',
  id,
  name: id,
  target: { type: 'webhook', url: 'https://siem.example.com/' },
  filter: {},
  secrets: 'sealed',
  pausedAt: undefined,
  version: 1,
  createdAt: start,
  ...changes,
})

/** Requirements for connectors, their feed, and their progress on both engines. */
eachStore('connectors', (opened) => {
  const prepared = async (t: Parameters<OpenStore>[0]) => {
    const { store } = await opened(t)
    await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
    return { store, worker: openRollUpWorker(store, () => start + 3_600_000) }
  }

  const append = (store: Store, ids: readonly string[]) =>
    store.commit(ids.map((id): Write => ({ append: event(id, { at: start }) })))

  const readFeed = async (store: Store, after = 0, upTo = 1_000) =>
    (await store.connectors.listFed('shop', { after, upTo, limit: 1_000 })).map(({ position, event }) => [
      position,
      event?.id,
    ])

  const key = { appId: 'shop', id: 'one' }

  async function advance(store: Store, changes: Partial<ConnectorProgress>) {
    const progress = await store.connectors.findProgress(key)
    return store.commit([{ advanceConnector: { ...progress!, ...changes } }])
  }

  test('events get consecutive positions in the order in which they were counted, also if they were committed late', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }])
    await append(store, [idAt(start, 5), idAt(start, 7)])
    await worker.run()
    await append(store, [idAt(start, 1), idAt(start, 9)])
    for (let round = 0; round < 12; round++) await worker.run()
    assert.deepEqual(await readFeed(store), [
      [1, idAt(start, 5)],
      [2, idAt(start, 7)],
      [3, idAt(start, 9)],
      [4, idAt(start, 1)],
    ])
    assert.deepEqual(await readFeed(store, 1, 2), [[2, idAt(start, 7)]])
  })

  test('without connectors there is no feed, and a new connector starts at its end', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [idAt(start)])
    await worker.run()
    assert.deepEqual(await readFeed(store), [])
    await store.commit([{ addConnector: connector('one') }])
    await append(store, [idAt(start, 1)])
    await worker.run()
    await store.commit([{ addConnector: connector('two') }])
    const progress = await store.connectors.listProgress('shop')
    assert.deepEqual(Object.fromEntries(progress.map(({ id, position }) => [id, position])), { one: 0, two: 1 })
    assert.deepEqual(await store.connectors.measureLag('shop', 0), { events: 1, since: start })
    assert.deepEqual(await store.connectors.measureLag('shop', 1), { events: 0, since: undefined })
  })

  test('one of two workers gets a connector, and what it writes after losing it changes nothing', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }])
    assert.deepEqual(await store.connectors.listDue(start, 10), [], 'there is nothing to send')
    await append(store, [idAt(start)])
    await worker.run()
    assert.deepEqual(await store.connectors.listDue(start, 10), [key])
    const until = start + 60_000
    assert.equal(await store.connectors.lease(key, { now: start, until }), true)
    assert.equal(await store.connectors.lease(key, { now: start, until }), false)
    assert.deepEqual(await store.connectors.listDue(start, 10), [])
    const first = (await store.connectors.findProgress(key))!
    assert.equal(await store.connectors.lease(key, { now: until, until: until + 1 }), true)
    assert.equal(await store.commit([{ advanceConnector: { ...first, position: 1 } }]), 'connector_lease_lost')
    assert.equal((await store.connectors.findProgress(key))?.position, 0)
    assert.equal(await advance(store, { position: 1, leasedUntil: 0 }), undefined)
    assert.deepEqual(await store.connectors.listDue(until + 1, 10), [], 'everything is sent')
  })

  test('a connector that is paused or waits for its next attempt is not due', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }])
    await append(store, [idAt(start)])
    await worker.run()
    await advance(store, { nextAt: start + 1, failures: 3 })
    assert.deepEqual(await store.connectors.listDue(start, 10), [])
    await store.commit([{ wakeConnector: key }])
    assert.deepEqual(await store.connectors.listDue(start, 10), [key])
    assert.equal((await store.connectors.findProgress(key))?.failures, 0)
    assert.equal(await store.commit([{ changeConnector: connector('one', { pausedAt: start }) }]), undefined)
    assert.deepEqual(await store.connectors.listDue(start, 10), [])
    const stale = await store.commit([{ changeConnector: connector('one') }])
    assert.equal(stale, 'connector_changed')
  })

  test('the feed loses what every connector has passed, and all of it with the last connector', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }, { addConnector: connector('two') }])
    await append(store, [idAt(start, 1), idAt(start, 2), idAt(start, 3)])
    await worker.run()
    await advance(store, { position: 2 })
    assert.equal(await store.connectors.trimFeed('shop'), 0)
    await store.commit([{ deleteConnector: { appId: 'shop', id: 'two' } }])
    assert.equal(await store.connectors.trimFeed('shop'), 2)
    assert.deepEqual(await readFeed(store), [[3, idAt(start, 3)]])
    await store.commit([{ deleteConnector: key }])
    assert.equal(await store.connectors.trimFeed('shop'), 1)
    assert.equal(await store.commit([{ deleteConnector: key }]), 'connector_changed')
  })

  test('the feed forgets the beginning that is older than an event', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }])
    await append(store, [idAt(start, 1), idAt(start, 2), idAt(start, 3)])
    await worker.run()
    assert.equal(await store.connectors.forgetFed('shop', idAt(start, 3)), 2)
    assert.deepEqual(await readFeed(store), [[3, idAt(start, 3)]])
  })

  test('dead letters keep their event until it is deleted, and go with their connector', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addConnector: connector('one') }])
    await append(store, [idAt(start, 1)])
    await worker.run()
    const letter = (position: number, n: number) => ({
      appId: 'shop',
      connectorId: 'one',
      position,
      eventId: idAt(start, n),
      error: 'HTTP 400',
      at: start,
      expiresAt: start + 1_000,
    })
    await store.commit([{ addDeadLetter: letter(1, 1) }, { addDeadLetter: letter(2, 2) }])
    const page = await store.connectors.listDeadLetters(key, { after: 0, limit: 10 })
    assert.deepEqual(
      page.map(({ event, ...rest }) => [rest, event?.id]),
      [
        [letter(1, 1), idAt(start, 1)],
        [letter(2, 2), undefined],
      ],
    )
    assert.deepEqual(await store.connectors.countDeadLetters('shop'), new Map([['one', 2]]))
    await store.commit([{ deleteDeadLetter: letter(1, 1) }])
    assert.equal(await store.forgetExpired(start + 2_000), 1)
    await store.commit([{ addDeadLetter: letter(3, 3) }])
    await store.commit([{ deleteConnector: key }])
    assert.deepEqual(await store.connectors.countDeadLetters('shop'), new Map())
  })
})
