import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { seriesMetrics } from '@thumbturn/contract/vocabulary/analytics.ts'
import { foldSeries, spaceTicks } from '../src/analytics/columns.ts'
import { createFlow, layoutFlow, listSteps } from '../src/analytics/flow.ts'
import { filterError, filterFact, filterMethod, filterSeries } from '../src/analytics/links.ts'
import {
  changeParameters,
  findFullDays,
  findPreviousDays,
  listIntervals,
  pinView,
  readView,
} from '../src/analytics/view.ts'
import { logsPath } from '../src/common/events/filters.ts'
import { describeChange, formatBriefly, formatDuration, formatShare } from '../src/ui/numbers.ts'

// Already the 23rd in Berlin.
const now = Date.parse('2026-11-22T23:30:00Z')
const read = (search: string, timeZone = 'Europe/Berlin') => readView(new URLSearchParams(search), { now, timeZone })

for (const [search, from, to, interval] of [
  ['', '2026-10-25', '2026-11-23', 'day'],
  ['period=today', '2026-11-23', '2026-11-23', 'hour'],
  ['period=7d', '2026-11-17', '2026-11-23', 'day'],
  ['period=90d', '2026-08-26', '2026-11-23', 'day'],
  ['period=12m', '2025-12-01', '2026-11-23', 'month'],
  ['period=7d&timeZone=UTC', '2026-11-16', '2026-11-22', 'day'],
  ['from=2026-01-01&to=2026-06-30', '2026-01-01', '2026-06-30', 'week'],
  ['period=7d&interval=hour', '2026-11-17', '2026-11-23', 'hour'],
] as const) {
  test(`the address "?${search}" shows ${from} to ${to} by ${interval}`, () => {
    const view = read(search)
    assert.deepEqual([view.from, view.to, view.interval], [from, to, interval])
  })
}

for (const search of [
  'period=never',
  'period=custom',
  'timeZone=Europe/Atlantis',
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-02&to=2026-03-01',
  'from=1990-01-01&to=2026-01-01',
  'interval=hour',
  'metric=passwords',
]) {
  test(`the invalid address "?${search}" shows the last 30 days`, () => assert.deepEqual(read(search), read('')))
}

test('a shared link shows the same days later and elsewhere', () => {
  const view = read('period=7d&interval=hour&metric=codes&of=registrations')
  const elsewhere = { now: now + 90 * 86_400_000, timeZone: 'America/Lima' }
  assert.deepEqual(readView(pinView(view), elsewhere), { ...view, period: 'custom' })
})

test('a named period replaces chosen days, and the other way round', () => {
  const chosen = changeParameters(new URLSearchParams('period=7d&of=registrations'), {
    from: '2026-11-01',
    to: '2026-11-02',
  })
  assert.equal(chosen.toString(), 'of=registrations&from=2026-11-01&to=2026-11-02')
  assert.equal(changeParameters(chosen, { period: '12m' }).toString(), 'of=registrations&period=12m')
})

test('the days before are as many, and end right before the period', () => {
  assert.deepEqual(findPreviousDays({ from: '2026-03-01', to: '2026-03-31' }), { from: '2026-01-29', to: '2026-02-28' })
})

test('only intervals that make a readable chart are offered', () => {
  assert.deepEqual(listIntervals({ from: '2026-11-22', to: '2026-11-22' }), ['hour'])
  assert.deepEqual(listIntervals({ from: '2026-10-24', to: '2026-11-22' }), ['day', 'week'])
  assert.deepEqual(listIntervals({ from: '2025-12-01', to: '2026-11-22' }), ['day', 'week', 'month'])
})

test('success is drawn first, then the most frequent; what is beyond six series is one', () => {
  const two = foldSeries({ names: ['failure', 'success'], intervals: [{ counts: [9, 1] }] })
  assert.deepEqual(
    [two.names, two.fold([9, 1])],
    [
      ['success', 'failure'],
      [1, 9],
    ],
  )
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const many = foldSeries({ names, intervals: [{ counts: [1, 2, 3, 4, 5, 6, 7] }] })
  assert.deepEqual(many.names, ['g', 'f', 'e', 'd', 'c', 'other'])
  assert.deepEqual(many.fold([1, 2, 3, 4, 5, 6, 7]), [7, 6, 5, 4, 3, 3])
})

test('labels of an axis keep their distance', () => {
  assert.equal(spaceTicks(30, { width: 900, room: 72 }), 3)
  assert.equal(spaceTicks(30, { width: 300, room: 72 }), 12)
  assert.equal(spaceTicks(7, { width: 900, room: 72 }), 1)
})

test('numbers are short, and never look more complete than they are', () => {
  assert.deepEqual([formatBriefly(9_999), formatBriefly(17_773), formatBriefly(1_234_567)], ['9,999', '17.8K', '1.2M'])
  assert.deepEqual([0, 0.0001, 0.4567, 0.99999, 1].map(formatShare), ['0%', '<0.1%', '45.7%', '>99.9%', '100%'])
  assert.deepEqual([640, 1_949, 59_990, 125_000].map(formatDuration), ['640 ms', '1.9 s', '1 min 0 s', '2 min 5 s'])
  assert.deepEqual(
    [describeChange(112, 100), describeChange(88, 100), describeChange(100, 100)],
    ['+12%', '−12%', '±0%'],
  )
  assert.deepEqual([describeChange(5, 0), describeChange(4_000, 2)], [undefined, undefined])
})

test('every series has filters for its events', () => {
  for (const metric of seriesMetrics) {
    const name = metric === 'users' ? 'registered' : metric === 'events' ? 'fido2.user.created' : 'success'
    assert.ok(filterSeries(metric, name)?.type, metric)
  }
  assert.deepEqual(filterSeries('authentications', 'failure'), { type: 'fido2.passkey.auth.failure' })
  assert.deepEqual(filterMethod('otp:email'), { type: 'fido2.otp.verified', detail: 'method:email' })
})

test('a fact that clients did not report is found by its absence, and the rest of many has no filter', () => {
  assert.deepEqual(filterFact('registrations', 'os', 'Windows'), {
    type: 'fido2.passkey.reg.success',
    detail: 'os:Windows',
  })
  assert.deepEqual(filterFact('authentications', 'aaguid', 'unknown'), {
    type: 'fido2.passkey.auth.success',
    detail: 'aaguid:',
  })
  assert.equal(filterFact('authentications', 'os', 'other'), undefined)
})

test('an error links to rejected ceremonies with its reason', () => {
  const filters = filterError('authentication', 'unknown passkey')
  assert.deepEqual(filters, { type: 'fido2.passkey.auth.failure', reason: 'unknown passkey' })
  const path = logsPath('shop', { ...filters, since: '2026-11-01T00:00:00.000Z' })
  assert.equal(
    path,
    '/applications/shop/logs?type=fido2.passkey.auth.failure&reason=unknown+passkey&since=2026-11-01T00%3A00%3A00.000Z',
  )
  assert.equal(filterError('other', ''), undefined)
})

const report = {
  from: '',
  to: '',
  timeZone: 'UTC',
  offered: 120,
  supported: 118,
  started: { dialog: 100, automatic: 20 },
  created: 90,
  dropOffs: { alreadyExists: 4, unsupported: 2, aborted: 6, error: 3, unfinished: 15 },
  signIns: {
    username: { started: 0, completed: 0 },
    autofill: { started: 0, completed: 0 },
    immediate: { started: 0, completed: 0 },
    usernameless: { started: 0, completed: 0 },
    failed: 0,
  },
}

test('the steps of the adoption add up at every stage', () => {
  const flow = createFlow(report)
  const sum = (steps: readonly { count: number }[]) => steps.reduce((total, { count }) => total + count, 0)
  assert.equal(flow.supported.count + flow.unsupported.count, flow.offered.count)
  assert.equal(sum(flow.paths), flow.supported.count)
  assert.equal(flow.created.count + sum(flow.dropOffs), flow.supported.count)
  assert.deepEqual(
    flow.paths.map(({ count }) => count),
    [98, 20],
  )
})

test('the flow fits its width, no names overlap, and bars are as high as their counts', () => {
  const flow = createFlow(report)
  const { nodes, height } = layoutFlow(flow, 900)
  assert.deepEqual(
    nodes.map(({ step }) => step.key).sort(),
    listSteps(flow)
      .map(({ key }) => key)
      .sort(),
  )
  const ends = nodes.filter(({ step }) => [flow.created, ...flow.dropOffs].includes(step))
  for (const [index, { y }] of ends.entries()) assert.ok(index === 0 || y - ends[index - 1]!.y >= 52)
  const find = (key: string) => nodes.find(({ step }) => step.key === key)!
  assert.equal(find('created').height / find('offered').height, 90 / 120)
  assert.ok(nodes.every(({ x, y, height: high }) => x >= 0 && x < 900 - 150 && y + high <= height))
})

test('passkeys that were offered before the period can be created in it', () => {
  const late = { ...report, offered: 0, supported: 0, started: { dialog: 0, automatic: 0 }, created: 5 }
  const { nodes } = layoutFlow(createFlow(late), 900)
  assert.ok(nodes.every(({ height }) => Number.isFinite(height) && height >= 0 && height <= 260))
})

test('a comparison counts the days that are over, today excluded', () => {
  const days = { from: '2026-11-21', to: '2026-11-27' }
  assert.deepEqual(findFullDays(days, '2026-11-27'), { from: '2026-11-21', to: '2026-11-26' })
  assert.deepEqual(findFullDays(days, '2026-12-01'), days)
  assert.equal(findFullDays({ from: '2026-11-27', to: '2026-11-27' }, '2026-11-27'), undefined)
})
