import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import type { Event } from '../src/common/events/event.ts'
import { areSame, logsPath, omitPeriod, readFilters, writeFilters } from '../src/common/events/filters.ts'
import { mergeEvents, readIdTime, searchEvents } from '../src/logs/events.ts'
import { describePeriod, fromLocalTime, toLocalTime } from '../src/logs/period.ts'
import { formatMicroseconds } from '../src/logs/times.ts'
import { describeFact, findTypes } from '../src/logs/types.ts'

const event = (n: number): Event => ({
  eventId: 'fido2.passkey.auth.success',
  msg: 'A user signed in with a passkey.',
  severity: 'info',
  uuid: `019aa0d2-6f40-7000-9c1b-${String(n).padStart(12, '0')}`,
  timestamp: n,
  appId: 'shop',
})

const events = (from: number, count: number) => Array.from({ length: count }, (_, n) => event(from - n))

test('the parameters of an address are the filters of the API, and unknown ones are ignored', () => {
  const filters = readFilters(
    new URLSearchParams('type=fido2.passkey&detail=os:Windows&since=2026-11-01T00:00:00Z&x=1&user='),
  )
  assert.deepEqual(filters, { type: 'fido2.passkey', detail: 'os:Windows', since: '2026-11-01T00:00:00Z' })
  assert.deepEqual(readFilters(writeFilters(filters)), filters)
  assert.equal(logsPath('shop', { user: 'u' }), '/applications/shop/logs?user=u')
  assert.equal(logsPath('shop'), '/applications/shop/logs')
})

test('filters are the same in any order, and a period is no part of what is saved', () => {
  assert.ok(areSame({ reason: 'expired', type: 'fido2.otp' }, { type: 'fido2.otp', reason: 'expired' }))
  assert.ok(!areSame({ type: 'fido2.otp' }, { type: 'fido2.otp', severity: 'warning' }))
  assert.deepEqual(omitPeriod({ type: 'fido2.otp', since: 'x', until: 'y' }), { type: 'fido2.otp' })
})

test('a search calls again while few events match, and says how far it searched', async () => {
  const calls: (string | undefined)[] = []
  const empty = (until: number) => async (before: string | undefined) => {
    calls.push(before)
    return calls.length < until
      ? { events: [], next: `before-${calls.length}` }
      : { events: events(9, 60), next: 'older' }
  }
  const found = await searchEvents(empty(3), 'start')
  assert.deepEqual([found.events.length, found.next], [60, 'older'])
  assert.deepEqual(calls, ['start', 'before-1', 'before-2'])
  calls.length = 0
  const none = await searchEvents(empty(100), undefined)
  assert.deepEqual([none.events.length, none.next, calls.length], [0, 'before-10', 10])
})

test('a search ends where the history ends', async () => {
  const found = await searchEvents(async () => ({ events: [event(1)] }), undefined)
  assert.deepEqual(found, { events: [event(1)], next: undefined })
})

test('events of the tail and the history are in one list, each once, newest first, up to a limit', () => {
  const merged = mergeEvents([[event(7), event(3)], events(5, 4)])
  assert.deepEqual(
    merged.map(({ timestamp }) => timestamp),
    [7, 5, 4, 3, 2],
  )
  assert.deepEqual(mergeEvents([events(5, 4)], 2), [event(5), event(4)])
})

test('the ID of an event has its time', () => {
  assert.equal(readIdTime('019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'), 0x019aa0d26f40)
})

test('types are found by name and description, and several by what they share', () => {
  assert.deepEqual(
    findTypes('passkey auth failure').map(({ value }) => value),
    ['fido2.passkey.auth.failure'],
  )
  const [group] = findTypes('fido2.passkey.auth')
  assert.deepEqual([group?.value, group?.summary], ['fido2.passkey.auth', 'All 5 types'])
  assert.ok(findTypes('copied').some(({ value }) => value === 'fido2.passkey.auth.counter'))
  assert.equal(
    describeFact('fido2.passkey.auth.success', 'took'),
    'Milliseconds from the start of the flow to its completion',
  )
  assert.equal(describeFact('fido2.later.type', 'took'), undefined)
})

test('a period is described, and survives the inputs that show it', () => {
  assert.equal(describePeriod({}), 'All time')
  assert.match(describePeriod({ since: '2026-11-20T09:30:00.000Z' }), /^Since /)
  assert.match(describePeriod({ until: '2026-11-20T09:30:00.000Z' }), /^Before /)
  assert.equal(describePeriod({ since: 'yesterday' }), 'Since yesterday')
  assert.equal(fromLocalTime(toLocalTime('2026-11-20T09:30:00.000Z')), '2026-11-20T09:30:00.000Z')
  assert.deepEqual([toLocalTime(undefined), toLocalTime('yesterday'), fromLocalTime('')], ['', '', undefined])
})

test('durations have the largest unit that fits', () => {
  assert.deepEqual([840, 1_840, 2_100_000].map(formatMicroseconds), ['840 µs', '1.84 ms', '2.1 s'])
})
