import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMedian, findPercentile } from '../src/statistics.ts'

test('the median is the middle value', () => {
  assert.deepEqual([findMedian([3, 1, 2]), findMedian([4, 1, 3, 2]), findMedian([10, 9])], [2, 2.5, 9.5])
  assert.ok(Number.isNaN(findMedian([])))
})

test('a percentile is one of the values, also at the ends', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)
  assert.deepEqual(
    [0, 0.5, 0.99, 1].map((share) => findPercentile(values, share)),
    [1, 51, 100, 100],
  )
  assert.ok(Number.isNaN(findPercentile([], 0.5)))
})
