import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Results } from '../../load/results.ts'
import { computeRanges, formatRange } from '../../ranges.ts'

const circumstances = { node: 'v26.10.0', cores: 2, betterAuth: '1.7.1', concurrency: 32, mode: 'passkey' }

/** A day on which these contestants were measured, by rate and processor time. */
const day = (measuredAt: string, figures: Record<string, [perSecond: number, cpuEach: number]>): Results => ({
  measuredAt,
  signIns: {
    circumstances,
    results: Object.entries(figures).map(([contestant, [perSecond, cpuEach]]) => ({ contestant, perSecond, cpuEach })),
  },
})

test('ranges are over the ratios of each day, not the ratios of ranges', () => {
  const ranges = computeRanges([
    day('2026-11-20', { floor: [5000, 100], thumbturn: [4000, 150], 'better-auth': [400, 1500] }),
    day('2026-11-22', { floor: [2500, 200], thumbturn: [2000, 280], 'better-auth': [250, 2240], hanko: [50, 9000] }),
  ])
  assert.deepEqual(ranges, {
    days: 2,
    cpuInFloors: { least: 1.4, most: 1.5 },
    betterAuthCpu: { least: 8, most: 10 },
    rateInFloors: { least: 0.8, most: 0.8 },
    rateInBetterAuths: { least: 8, most: 10 },
    perSecond: {
      floor: { least: 2500, most: 5000 },
      thumbturn: { least: 2000, most: 4000 },
      'better-auth': { least: 250, most: 400 },
      hanko: { least: 50, most: 50 },
    },
  })
})

test('a day without one of the three that are compared is left out', () => {
  const ranges = computeRanges([
    day('2026-11-20', { floor: [5000, 100], thumbturn: [4000, 150], 'better-auth': [400, 1500] }),
    day('2026-11-21', { floor: [1, 1], thumbturn: [1, 1] }),
    { measuredAt: '2026-11-22', anonymous: { calls: 1, callsPerSecond: 1, rowsAdded: 0, rssMb: 1 } },
  ])
  assert.equal(ranges.days, 1)
  assert.deepEqual(ranges.perSecond.thumbturn, { least: 4000, most: 4000 })
})

test('a range is written as one figure if both ends read the same', () => {
  assert.equal(formatRange({ least: 3404.6, most: 3962.2 }), '3,405 to 3,962')
  assert.equal(formatRange({ least: 1.734, most: 1.9 }, 2), '1.73 to 1.90')
  assert.equal(formatRange({ least: 0.801, most: 0.804 }, 2), '0.80')
})
