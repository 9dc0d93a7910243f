import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateQuantile, findBin, findBinStart } from '../../../../src/core/model/analytics/histogram.ts'

test('every duration is in the bin that starts at or before it', () => {
  for (const ms of [0, 0.4, 1, 2, 3, 999, 1_000, 60_000, 900_000]) {
    const bin = findBin(ms)
    assert.ok(findBinStart(bin) <= ms && ms < findBinStart(bin + 1), `${ms} in bin ${bin}`)
  }
  assert.equal(findBin(10 ** 12), findBin(10 ** 11), 'the last bin has no end')
})

test('a quantile is at most 19% off', () => {
  const durations = Array.from({ length: 5_000 }, (_, n) => 300 + ((n * 7_919) % 5_000) ** 1.3).sort((a, b) => a - b)
  const counts = new Map<number, number>()
  for (const ms of durations) counts.set(findBin(ms), (counts.get(findBin(ms)) ?? 0) + 1)
  for (const share of [0.05, 0.5, 0.95]) {
    const exact = durations[Math.ceil(share * durations.length) - 1]!
    const estimate = estimateQuantile(counts, share)!
    assert.ok(Math.abs(estimate - exact) / exact < 0.19, `${share}: ${estimate} for ${exact}`)
  }
})

test('without any duration there is no quantile', () => {
  assert.equal(estimateQuantile(new Map(), 0.5), undefined)
})
