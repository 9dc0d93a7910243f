import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mannWhitney } from '../src/timing/mann-whitney.ts'

const close = (actual: number, wanted: number) =>
  assert.ok(Math.abs(actual - wanted) < 5e-4, `${actual} instead of ${wanted}`)

// Computed by hand from the ranks: U = 23 of 25, z = (10.5 − 0.5) / √(25·11/12) = 2.089.
test('two samples that hardly overlap differ', () => {
  const { p, greater } = mannWhitney([6, 7, 8, 9, 4], [1, 2, 3, 5, 4.5])
  close(greater, 23 / 25)
  close(p, 0.0367)
})

test("samples that consist only of ties don't differ", () => {
  const { p, greater } = mannWhitney([5, 5, 5, 5], [5, 5, 5, 5])
  close(p, 1)
  close(greater, 0.5)
})

test("in two thousand values, a shift of a tenth of the spread is detected, and identical samples aren't distinguished", () => {
  const spread = Array.from({ length: 1000 }, (_, at) => ((at * 7919) % 1000) / 1000)
  const shifted = spread.map((value) => value + 0.1)
  assert.ok(mannWhitney(shifted, spread).p < 1e-9)
  assert.ok(mannWhitney(shifted, spread).greater > 0.5)
  assert.ok(mannWhitney(spread, spread.toReversed()).p > 0.99)
})
