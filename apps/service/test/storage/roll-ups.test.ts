import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRollUpWorker } from '@thumbturn/service-harness/roll-ups.ts'
import { application, event, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { EventRecord } from '../../src/core/model/events/event.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Write } from '../../src/core/writes.ts'
import { openStore } from '../../src/storage/open.ts'

const untilEmpty = { isOver: () => false }

const start = Date.UTC(2027, 2, 14, 12)
const minute = 60_000
const day = Math.floor(start / 86_400_000)

/** The ID of an event at that time; `n` tells events of one millisecond apart. */
const idAt = (at: number, n = 0) => `${firstIdAt(at).slice(0, -4)}${String(n).padStart(4, '0')}`

const at = (minutes: number, changes: Partial<EventRecord> = {}, n = 0) =>
  event(idAt(start + minutes * minute, n), { at: start + minutes * minute, ...changes })

/** Requirements for the counts of events on both engines. */
eachStore('roll-ups', (opened) => {
  const append = async (store: Store, events: readonly EventRecord[]) =>
    store.commit(events.map((one): Write => ({ append: one })))

  const workerOn = (store: Store, pause?: () => Promise<void>) =>
    openRollUpWorker(store, () => start + 60 * minute, pause)

  const prepared = async (t: Parameters<OpenStore>[0]) => {
    const { store, database } = await opened(t)
    await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
    return { store, database, worker: workerOn(store) }
  }

  /** How many events were counted, by type. */
  const counted = async (store: Store) => {
    const found = await store.rollUps.list('shop', { metrics: ['events'], from: 0, to: 100_000, limit: 10_000 })
    const sums: Record<string, number> = {}
    for (const { dimension, total } of found) sums[dimension] = (sums[dimension] ?? 0) + total
    return sums
  }

  const signIns = (count: number) => ({ 'fido2.passkey.auth.success': count })

  test('counts are read in pages, in the order of day, metric, and dimension', async (t) => {
    const { store } = await prepared(t)
    const rollUp = { appId: 'shop', counts: [1], total: 1 }
    const stored = [day, day + 1].flatMap((one) =>
      (['codes', 'errors', 'users'] as const).flatMap((metric) =>
        ['a', 'b', 'c'].map((dimension) => ({ ...rollUp, day: one, metric, dimension })),
      ),
    )
    await store.commit([{ putRollUps: stored.toReversed() }])
    const query = { metrics: ['codes', 'users'], from: day, to: day + 1, limit: 5 } as const
    const pages = [await store.rollUps.list('shop', query)]
    while (pages.at(-1)!.length === 5)
      pages.push(await store.rollUps.list('shop', { ...query, after: pages.at(-1)!.at(-1) }))
    assert.deepEqual(
      pages.flat(),
      stored.filter(({ metric }) => metric !== 'errors'),
    )
    assert.deepEqual(
      pages.map(({ length }) => length),
      [5, 5, 2],
    )
  })

  test('events are counted once, by the quarter of an hour in which they happened', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(0), at(14.9), at(15), at(16, { type: 'fido2.passkey.auth.failure', reason: 'expired' })])
    assert.equal(await worker.run(), 4)
    assert.equal(await worker.run(), 0)
    const found = await store.rollUps.list('shop', {
      metrics: ['authentications', 'errors'],
      from: day,
      to: day,
      limit: 10_000,
    })
    const noon = Array.from({ length: 48 }, () => 0)
    assert.deepEqual(
      found.map(({ metric, dimension, counts, total }) => ({ metric, dimension, counts, total })),
      [
        { metric: 'authentications', dimension: 'failure', counts: [...noon, 0, 1], total: 1 },
        { metric: 'authentications', dimension: 'success', counts: [...noon, 2, 1], total: 3 },
        { metric: 'errors', dimension: 'authentication:expired', counts: [...noon, 0, 1], total: 1 },
      ],
    )
  })

  test('a worker that ends between reading and writing leaves nothing, and the next one counts everything', async (t) => {
    const { store } = await prepared(t)
    await append(store, [at(0), at(1), at(2)])
    const failing: Store = { ...store, commit: async () => Promise.reject(new Error('killed')) }
    await assert.rejects(workerOn(failing).run(), /killed/)
    assert.deepEqual(await counted(store), {})
    assert.equal(await workerOn(store).run(), 3)
    assert.deepEqual(await counted(store), signIns(3))
  })

  test('a batch whose response was lost is not counted again', async (t) => {
    const { store } = await prepared(t)
    await append(store, [at(0), at(1)])
    const losing: Store = {
      ...store,
      commit: async (writes) => {
        await store.commit(writes)
        throw new Error('lost')
      },
    }
    await assert.rejects(workerOn(losing).run(), /lost/)
    assert.equal(await workerOn(store).run(), 0)
    assert.deepEqual(await counted(store), signIns(2))
  })

  test('workers of two nodes count each event once, at the same time', async (t) => {
    const { store, database } = await prepared(t)
    const other = await openStore(database.url)
    t.after(() => other.close())
    const workers = [workerOn(store), workerOn(other), workerOn(store)]
    for (let round = 0; round < 6; round++) {
      const more = Array.from({ length: 50 }, (_, n) => at(round, { userId: `user-${n % 7}` }, n))
      await Promise.all([append(store, more), ...workers.map((worker) => worker.run())])
    }
    while ((await workers[0]!.run()) > 0);
    assert.deepEqual(await counted(store), signIns(300))
    const [row] = await database.query('select count(*) as n from user_events')
    assert.equal(Number(row!.n), 300)
  })

  test('two workers that read the same events at the same version: one of them writes', async (t) => {
    const { store } = await prepared(t)
    await append(store, [at(0)])
    const events = [at(0)]
    const batch = (version: number): Write[] => [
      { advanceRollUp: { appId: 'shop', version, position: '', feedEnd: 0 } },
      { indexEvents: { appId: 'shop', events } },
      { putRollUps: [] },
    ]
    assert.equal(await store.commit(batch(0)), undefined)
    assert.equal(await store.commit(batch(0)), 'roll_up_changed')
    assert.equal(await store.commit(batch(1)), 'roll_up_changed', 'the event was counted before')
    assert.equal((await store.rollUps.findCursor('shop'))?.version, 1)
  })

  test('an event that is committed after later ones is counted', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(10), at(20)])
    await worker.run()
    await append(store, [at(15), at(0, { userId: 'ann' })])
    await worker.run()
    assert.deepEqual(await counted(store), signIns(4))
  })

  test('events of a clock that was set back are counted at their time', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(30)])
    await worker.run()
    // The process that was set back keeps its IDs in order; one that starts then has earlier IDs.
    await append(store, [{ ...at(31), at: start - 120 * minute }, at(-120)])
    await worker.run()
    const found = await store.rollUps.list('shop', { metrics: ['events'], from: day, to: day, limit: 10_000 })
    assert.deepEqual(
      found.flatMap(({ counts }) => counts.flatMap((count, slot) => (count > 0 ? [[slot, count]] : []))),
      [
        [40, 2],
        [50, 1],
      ],
    )
  })

  test('an event far in the future is counted, and does not hide what comes before it', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(1), at(1_000_000)])
    await worker.run()
    await append(store, [at(2), at(59.9)])
    await worker.run()
    assert.deepEqual(await counted(store), signIns(4))
  })

  test('more events than one batch are counted, and a round ends at a signal', async (t) => {
    const { store, worker } = await prepared(t)
    for (let part = 0; part < 5; part++)
      await append(
        store,
        Array.from({ length: 500 }, (_, n) => at(part, {}, n)),
      )
    assert.equal(await worker.run(AbortSignal.abort()), 0)
    assert.equal(await worker.run(), 2_500)
    assert.deepEqual(await counted(store), signIns(2_500))
    assert.ok((await store.rollUps.findCursor('shop'))!.position >= at(4).id.slice(0, 13))
  })

  test('other calls have their turn between small batches', async (t) => {
    const { store } = await prepared(t)
    await append(
      store,
      Array.from({ length: 450 }, (_, n) => at(0, {}, n)),
    )
    const countedAtPauses: number[] = []
    const worker = workerOn(store, async () => {
      countedAtPauses.push((await counted(store))['fido2.passkey.auth.success']!)
    })
    assert.equal(await worker.run(), 450)
    assert.deepEqual(countedAtPauses, [250])
  })

  test('a batch of another worker ends the round of a worker that waits', async (t) => {
    const { store } = await prepared(t)
    await append(
      store,
      Array.from({ length: 400 }, (_, n) => at(0, {}, n)),
    )
    const waiting = workerOn(store, async () => void (await workerOn(store).run()))
    assert.equal(await waiting.run(), 250)
    assert.deepEqual(await counted(store), signIns(400))
    assert.equal(await waiting.run(), 0)
  })

  test('an unlimited number of words that clients choose takes a limited number of rows', async (t) => {
    const { store, worker } = await prepared(t)
    const detail = (n: number) => ({ detail: { os: `System ${n}` } })
    await append(
      store,
      Array.from({ length: 400 }, (_, n) => at(0, detail(n), n)),
    )
    await worker.run()
    const found = await store.rollUps.list('shop', { metrics: ['authenticationOs'], from: day, to: day, limit: 10_000 })
    assert.equal(found.length, 201)
    assert.equal(
      found.reduce((sum, { total }) => sum + total, 0),
      400,
    )
    assert.equal(found.find(({ dimension }) => dimension === 'other')?.total, 200)
  })

  test("a user's timeline has no gaps or repeats, before and after the worker has seen the events", async (t) => {
    const { store, worker } = await prepared(t)
    const ofAnn = (minutes: number) => at(minutes, { userId: 'ann' })
    const readTimeline = async () => {
      const found: number[] = []
      for (let before: string | undefined; ; ) {
        const { events, next } = await store.events.page('shop', { userId: 'ann', limit: 3, before })
        found.push(...events.map((one) => (one.at - start) / minute))
        if (next === undefined) return found
        before = next
      }
    }
    await append(store, [ofAnn(1), at(2, { userId: 'bob' }), ofAnn(3), ofAnn(4), at(5), ofAnn(6)])
    assert.deepEqual(await readTimeline(), [6, 4, 3, 1])
    await worker.run()
    assert.deepEqual(await readTimeline(), [6, 4, 3, 1])
    await append(store, [at(59.95, { userId: 'bob' }), ofAnn(59.96), ofAnn(59.97)])
    assert.deepEqual(await readTimeline(), [59.97, 59.96, 6, 4, 3, 1])
    await worker.run()
    assert.deepEqual(await readTimeline(), [59.97, 59.96, 6, 4, 3, 1])
  })

  test("the timeline of a user with few events doesn't read those of others", async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(0, { userId: 'ann' })])
    for (let part = 1; part < 14; part++)
      await append(
        store,
        Array.from({ length: 500 }, (_, n) => at(part, { userId: 'bob' }, n)),
      )
    const first = async () => store.events.page('shop', { userId: 'ann', limit: 10 })
    assert.equal((await first()).events.length, 0, 'the worker has not seen it yet, and a page looks at 5,000 events')
    while ((await worker.run()) > 0);
    const { events, next } = await first()
    assert.deepEqual([events.length, next], [1, undefined])
  })

  test('counts outlive their events, which leave the index with them and are not counted again', async (t) => {
    const { store, database, worker } = await prepared(t)
    await append(store, [at(0, { userId: 'ann' }), at(1), at(2)])
    await worker.run()
    const position = (await store.rollUps.findCursor('shop'))!.position
    assert.equal(await store.events.forgetBefore('shop', start + 2 * minute, position), 2)
    await worker.run()
    assert.deepEqual(await counted(store), signIns(3))
    const rows = await database.query('select id from user_events')
    assert.deepEqual(
      rows.map(({ id }) => id),
      [at(2).id],
    )
  })

  test('events that the worker has not reached are not deleted', async (t) => {
    const { store, worker } = await prepared(t)
    await append(store, [at(0), at(1)])
    await worker.run()
    await append(store, [at(59.9)])
    const position = (await store.rollUps.findCursor('shop'))!.position
    assert.equal(await store.events.forgetBefore('shop', start + 90 * minute, position), 1)
    assert.deepEqual(
      (await store.events.list('shop', 9)).map(({ id }) => id),
      [at(59.9).id, at(1).id],
    )
  })

  for (const { what, batches } of [
    { what: 'first batch', batches: 0 },
    { what: 'later batch', batches: 1 },
  ])
    test(`a ${what} that is written while its application is purged leaves nothing behind`, async (t) => {
      const { store, database, worker } = await prepared(t)
      const [shop] = await store.applications.list()
      if (batches > 0) await append(store, [at(0)])
      await worker.run()
      await append(store, [at(1, { userId: 'ann' }), at(2)])
      const purging: Store = {
        ...store,
        commit: async (writes) => {
          await store.commit([{ deleteApplication: { application: shop!, at: start } }])
          await store.deletions.purge('shop', untilEmpty)
          return store.commit(writes)
        },
      }
      await workerOn(purging).run()
      await store.deletions.purge('shop', untilEmpty)
      await store.deletions.finish('shop')
      for (const table of ['events', 'user_events', 'roll_ups', 'roll_up_cursors'])
        assert.deepEqual(await database.query(`select * from ${table}`), [], table)

      await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'two') } }])
      await append(store, [at(3)])
      assert.equal(await workerOn(store).run(), 1)
      assert.deepEqual(await counted(store), signIns(1))
    })

  test('applications are counted apart', async (t) => {
    const { store, worker } = await prepared(t)
    await store.commit([{ addApplication: { application: application('bank'), key: signingKey('bank', 'two') } }])
    await append(store, [at(0), at(0, { appId: 'bank' }), at(1, { appId: 'bank' })])
    await worker.run()
    assert.deepEqual(await counted(store), signIns(1))
    const [bank] = await store.rollUps.list('bank', { metrics: ['authentications'], from: day, to: day, limit: 10_000 })
    assert.equal(bank?.total, 2)
  })
})
