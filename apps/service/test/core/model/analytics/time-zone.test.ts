import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPeriod, splitPeriod } from '../../../../src/core/model/analytics/period.ts'
import { openTimeZone } from '../../../../src/core/model/analytics/time-zone.ts'

const findStart = (zone: string, date: string) => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return new Date(openTimeZone(zone).findStart({ year, month, day })).toISOString()
}

test('a day begins at midnight of its time zone', () => {
  assert.equal(findStart('UTC', '2026-11-22'), '2026-11-22T00:00:00.000Z')
  assert.equal(findStart('Europe/Berlin', '2026-07-01'), '2026-06-30T22:00:00.000Z')
  assert.equal(findStart('Asia/Kathmandu', '2026-07-01'), '2026-06-30T18:15:00.000Z')
  assert.equal(findStart('Pacific/Kiritimati', '2026-01-01'), '2025-12-31T10:00:00.000Z')
  assert.equal(findStart('Pacific/Pago_Pago', '2026-01-01'), '2026-01-01T11:00:00.000Z')
})

test('a day whose midnight is skipped begins at one o’clock', () => {
  assert.equal(findStart('Africa/Cairo', '2026-04-24'), '2026-04-23T22:00:00.000Z')
  assert.equal(findStart('America/Santiago', '2026-09-06'), '2026-09-06T04:00:00.000Z')
})

test('a day on which the clock changes has 23 or 25 hours', () => {
  const hours = (day: string) => {
    const { from, to } = readPeriod({ from: day, to: day, timeZone: 'America/New_York' }, 0)
    return (to - from) / 3_600_000
  }
  assert.deepEqual(['2026-03-08', '2026-03-09', '2026-11-01'].map(hours), [23, 24, 25])
  const period = readPeriod({ from: '2026-11-01', to: '2026-11-01', timeZone: 'America/New_York' }, 0)
  assert.equal(splitPeriod(period, 'hour').length, 26)
})
