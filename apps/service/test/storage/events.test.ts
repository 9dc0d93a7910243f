import assert from 'node:assert/strict'
import { test } from 'node:test'
import { event } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { EventFilters, EventQuery, EventRecord } from '../../src/core/model/events/event.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'
import { matchesFilters } from '../../src/core/model/events/matches-filters.ts'
import type { Store } from '../../src/core/ports/store.ts'

const start = Date.UTC(2027, 2, 14, 12)
const minute = 60_000

/** The event at that many minutes after the start, with a matching ID. */
const at = (minutes: number, changes: Partial<EventRecord> = {}) =>
  event(firstIdAt(start + minutes * minute), { at: start + minutes * minute, ...changes })

const blocked = { type: 'fido2.passkey.auth.aaguid.blocked' } as const
const deleted = { type: 'fido2.user.deleted', userId: 'ann' } as const

/** Adds events of the minute before the start. */
async function addOld(store: Store, count: number) {
  const many = Array.from({ length: count }, (_, number) =>
    at(-1, { id: `${firstIdAt(start - minute).slice(0, -4)}${number + 1_000}` }),
  )
  // A write that waits for seconds fails, so write no more at once than a slow machine can handle.
  for (let first = 0; first < many.length; first += 100)
    await Promise.all(many.slice(first, first + 100).map((one) => store.commit([{ append: one }])))
}

/** Requirements for the event history on both engines. */
eachStore('events', (opened) => {
  const filled = async (...[t]: Parameters<OpenStore>) => {
    const { store, database } = await opened(t)
    const events = [at(0), at(1, { userId: 'ann' }), at(2, blocked), at(3, deleted), at(4)]
    for (const one of [...events, at(2, { appId: 'bank' })]) await store.commit([{ append: one }])
    const listMinutes = async (query: Partial<EventQuery>) =>
      (await store.events.page('shop', { limit: 9, ...query })).events.map((one) => (one.at - start) / minute)
    return { store, database, listMinutes }
  }

  const queries: [what: string, query: Partial<EventQuery>, minutes: number[]][] = [
    ['nothing', {}, [4, 3, 2, 1, 0]],
    ['a number', { limit: 2 }, [4, 3]],
    ['what comes before an event', { before: at(3).id }, [2, 1, 0]],
    ['what comes before a deleted event', { before: at(2.5).id }, [2, 1, 0]],
    ['a user', { userId: 'ann' }, [3, 1]],
    ['a user and a number', { userId: 'ann', limit: 1 }, [3]],
    ['the beginning of a type', { type: 'fido2.passkey' }, [4, 2, 1, 0]],
    ['a whole type', { type: blocked.type }, [2]],
    ['a type that nothing has', { type: 'fido2.x' }, []],
    ['the lowest severity', { severity: 'info' }, [4, 3, 2, 1, 0]],
    ['a severity', { severity: 'notice' }, [3, 2]],
    ['a higher severity', { severity: 'warning' }, [2]],
    ['a severity without events', { severity: 'critical' }, []],
    ['a start time', { since: start + 3 * minute }, [4, 3]],
    ['an end time', { until: start + 3 * minute }, [2, 1, 0]],
    ['a time range', { since: start + minute, until: start + minute + 1 }, [1]],
    ['an empty time range', { since: start + minute, until: start + minute }, []],
    [
      'all filters together',
      { since: start, type: 'fido2.user', severity: 'notice', userId: 'ann', before: at(4).id },
      [3],
    ],
  ]
  for (const [what, query, minutes] of queries) {
    test(`a page filtered by ${what} has the matching events, newest first`, async (t) => {
      assert.deepEqual(await (await filled(t)).listMinutes(query), minutes)
    })
  }

  const filtered: [what: string, query: Partial<EventQuery>, minutes: number[]][] = [
    ['a passkey', { passkeyId: 'phone' }, [5]],
    ['a device', { deviceId: 'laptop' }, [5]],
    ['an address', { address: '192.0.2.7' }, [5]],
    ['a trace', { traceId: 'f00' }, [6]],
    ['the beginning of a reason', { reason: 'the passkey' }, [6]],
    ['a reason with a wildcard', { reason: 'the%' }, []],
    ['a text in the detail', { detail: { name: 'os', value: 'Linux' } }, [5]],
    ['a number in the detail', { detail: { name: 'took', value: '12' } }, [5]],
    ['true in the detail', { detail: { name: 'named', value: 'true' } }, [5]],
    ['a number that is not true', { detail: { name: 'named', value: '1' } }, []],
    ['a fact that the detail lacks', { detail: { name: 'os', value: '' }, since: start + 4 * minute }, [6, 4]],
    ['a user and a fact', { userId: 'eve', detail: { name: 'os', value: 'Linux' } }, [5]],
  ]
  for (const [what, query, minutes] of filtered) {
    test(`a page filtered by ${what} has the matching events`, async (t) => {
      const { store, listMinutes } = await filled(t)
      const origin = { passkeyId: 'phone', deviceId: 'laptop', address: '192.0.2.7' }
      await store.commit([
        { append: at(5, { userId: 'eve', ...origin, detail: { os: 'Linux', took: 12, named: true } }) },
        { append: at(6, { traceId: 'f00', reason: 'the passkey is unknown', detail: { os: '' } }) },
      ])
      assert.deepEqual(await listMinutes(query), minutes)
    })
  }

  test('an event written with a clock set back is found by its time', async (t) => {
    const { store, listMinutes } = await filled(t)
    await store.commit([{ append: at(5, { at: start + 4.5 * minute }) }])
    assert.deepEqual(await listMinutes({ until: start + 4.9 * minute, since: start + 4.1 * minute }), [4.5])
  })

  test('an event without an origin is loaded without one', async (t) => {
    const { store, database, listMinutes } = await filled(t)
    const { id, at: time } = at(9)
    await database.query(
      `insert into events (app_id, id, type, at) values ('shop', '${id}', 'fido2.tx.completed', ${time})`,
    )
    assert.deepEqual(await store.events.list('shop', 1), [{ id, appId: 'shop', type: 'fido2.tx.completed', at: time }])
    assert.deepEqual(await listMinutes({ type: 'fido2.tx', severity: 'info' }), [9])
  })

  const spellings = [
    ['fido2.access-code.used', 'fido2.access_code.used'],
    ['fido2.signing-key.retired', 'fido2.signing_key.retired'],
    ['fido2.user.signed-out', 'fido2.user.signed_out'],
    ['fido2.apikey.created', 'fido2.api_key.created'],
  ] as const

  test('a type filter finds events under the present and the former spelling of their type', async (t) => {
    const { store, database } = await filled(t)
    for (const [index, [, type]] of spellings.entries()) {
      const { id, at: time } = at(index + 10)
      await database.query(`insert into events (app_id, id, type, at) values ('shop', '${id}', '${type}', ${time})`)
    }
    for (const [former, type] of spellings)
      for (const asked of [former, type, former.slice(0, former.lastIndexOf('.')), type.slice(0, -2)]) {
        const { events } = await store.events.page('shop', { limit: 9, type: asked })
        assert.ok(
          events.some((one) => one.type === type),
          asked,
        )
      }
  })

  test('an underscore in a type filter matches only itself', async (t) => {
    assert.deepEqual(await (await filled(t)).listMinutes({ type: 'fido2_passkey' }), [])
  })

  test('events older than a given time are deleted, in batches and only for that application', async (t) => {
    const { store, database, listMinutes } = await filled(t)
    await addOld(store, 2_500)
    const counts: number[] = []
    while (counts.at(-1) !== 0) counts.push(await store.events.forgetBefore('shop', start + 2 * minute))
    assert.deepEqual(counts, [1_000, 1_000, 502, 0])
    assert.deepEqual(await listMinutes({}), [4, 3, 2])
    assert.equal((await database.query(`select id from events where app_id = 'bank'`)).length, 1)
  })

  test('the store pauses after each batch when it deletes old events', async (t) => {
    const { store } = await filled(t)
    await addOld(store, 1_000)
    const begun = performance.now()
    assert.equal(await store.events.forgetBefore('shop', start), 1_000)
    assert.ok(performance.now() - begun >= 9 * 19, 'nine pauses of 20 ms')
  })

  test('the tail, which filters in memory, selects what a read selects', async (t) => {
    const { store } = await opened(t)
    const kinds: Partial<EventRecord>[] = [
      { reason: 'wrong code', detail: { os: 'Windows', used: true, attempts: 3 } },
      { reason: 'wrong', detail: { os: 'windows', used: false } },
      { reason: 'Wrong', userId: 'ann', address: '203.0.113.9' },
      { passkeyId: 'p', deviceId: 'd', traceId: 't' },
      { type: 'fido2.user.deleted' },
    ]
    const sent = kinds.map((kind, number) => at(number, { type: 'fido2.otp.failure', ...kind }))
    for (const one of sent) await store.commit([{ append: one }])
    const filters: [filters: EventFilters, count: number][] = [
      [{}, 5],
      [{ type: 'fido2.otp' }, 4],
      [{ type: 'fido2.otp_' }, 0],
      [{ severity: 'critical' }, 0],
      [{ severity: 'notice', type: 'fido2.user' }, 1],
      [{ reason: 'wrong' }, 2],
      [{ reason: 'wr_ng' }, 0],
      [{ userId: 'ann' }, 1],
      [{ passkeyId: 'p' }, 1],
      [{ deviceId: 'd' }, 1],
      [{ address: '203.0.113.9' }, 1],
      [{ traceId: 't' }, 1],
      [{ detail: { name: 'os', value: 'Windows' } }, 1],
      [{ detail: { name: 'os', value: '' } }, 3],
      [{ detail: { name: 'used', value: 'true' } }, 1],
      [{ detail: { name: 'attempts', value: '3' } }, 1],
      [{ reason: 'wrong', detail: { name: 'used', value: 'false' } }, 1],
    ]
    for (const [filter, count] of filters) {
      const { events } = await store.events.page('shop', { ...filter, limit: 9 })
      const matching = sent.filter((one) => matchesFilters(one, filter))
      assert.deepEqual(
        events.map(({ id }) => id),
        matching.map(({ id }) => id).reverse(),
      )
      assert.equal(matching.length, count, JSON.stringify(filter))
    }
  })
})
