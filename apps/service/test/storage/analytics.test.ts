import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRollUpWorker } from '@thumbturn/service-harness/roll-ups.ts'
import { application, event, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import { findBin } from '../../src/core/model/analytics/histogram.ts'
import { readPeriod, splitPeriod } from '../../src/core/model/analytics/period.ts'
import type { EventRecord } from '../../src/core/model/events/event.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'
import { createCountReader } from '../../src/core/use-cases/analytics/read-counts.ts'
import { readSeries, readTotals } from '../../src/core/use-cases/analytics/totals.ts'
import type { Write } from '../../src/core/writes.ts'

const hour = 3_600_000
const now = Date.UTC(2027, 3, 10)

/** A small generator of pseudo-random numbers (mulberry32), so that a failing history can be repeated. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const types = ['fido2.passkey.auth.success', 'fido2.passkey.auth.failure', 'fido2.passkey.reg.success'] as const
const systems = ['Windows', 'Android', 'iOS', undefined]

/** A history around a change of daylight saving time, whose IDs are sometimes far from its times. */
function createHistory(seed: number): EventRecord[] {
  const random = createRandom(seed)
  return Array.from({ length: 600 }, (_, index) => {
    const at = now - random(35 * 24) * hour - random(hour)
    const type = types[random(3)]!
    const os = systems[random(4)]
    return event(
      `${firstIdAt(at + (random(10) === 0 ? random(5) * hour : 0)).slice(0, -6)}${String(index).padStart(6, '0')}`,
      {
        type,
        at,
        userId: random(3) === 0 ? undefined : `user-${random(9)}`,
        ...(type === 'fido2.passkey.auth.failure'
          ? { reason: `reason ${random(3)}` }
          : { detail: { ...(os && { os }), took: random(20_000), newUser: random(2) === 0 } }),
      } as Partial<EventRecord>,
    )
  })
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
]

/** Compares counts with a count over all events. */
eachStore('analytics', (opened) => {
  for (const seed of [1, 2, 3]) {
    test(`the counts of history ${seed} equal a count over its events, in every time zone and interval`, async (t) => {
      const { store } = await opened(t)
      await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
      const worker = openRollUpWorker(store, () => now)
      const read = () => createCountReader({ store, pause: async () => {} })
      const history = createHistory(seed)
      const random = createRandom(seed)
      for (let rest = [...history]; rest.length > 0; ) {
        const part = rest.splice(0, 1 + random(150))
        await store.commit(part.map((one): Write => ({ append: one })))
        await worker.run()
      }
      for (const timeZone of zones) {
        const period = readPeriod({ from: '2027-03-10', to: '2027-04-02', timeZone }, now)
        const within = history.filter(({ at }) => at >= period.from && at < period.to)
        const expect = (matches: (one: EventRecord) => boolean) => within.filter(matches).length
        const metrics = ['authentications', 'authenticationOs', 'authenticationTime', 'errors', 'users'] as const
        const totals = await readTotals(read(), 'shop', { period, metrics })
        const isSuccess = ({ type }: EventRecord) => type === 'fido2.passkey.auth.success'
        assert.equal(totals.count('authentications', 'success'), expect(isSuccess), timeZone)
        for (const os of systems)
          assert.equal(
            totals.count('authenticationOs', os ?? 'unknown'),
            expect((one) => isSuccess(one) && one.detail?.os === os),
          )
        for (const { name, count } of totals.rank('authenticationTime'))
          assert.equal(
            count,
            expect((one) => isSuccess(one) && findBin(Number(one.detail?.took)) === Number(name)),
          )
        for (let reason = 0; reason < 3; reason++)
          assert.equal(
            totals.count('errors', `authentication:reason ${reason}`),
            expect((one) => one.reason === `reason ${reason}`),
          )
        assert.equal(
          totals.count('users', 'registered'),
          expect(({ type, detail }) => type === 'fido2.passkey.reg.success' && detail?.newUser === true),
        )
        for (const interval of ['hour', 'day', 'week', 'month'] as const) {
          const bounds = splitPeriod(period, interval)
          const series = await readSeries(read(), 'shop', { metric: 'authentications', bounds })
          const counted = bounds.slice(1).map((end, index) => {
            const isInside = ({ at }: EventRecord) => at >= bounds[index]! && at < end
            return expect((one) => isSuccess(one) && isInside(one))
          })
          assert.deepEqual(series.get('success'), counted, `${timeZone} by ${interval}`)
        }
      }
    })
  }
})
