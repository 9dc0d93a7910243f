import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTimes, listQuestions, revealsUsers } from '../src/timing/measure.ts'

/** A thousand times around a median of 400 µs, with a tail as on a busy machine. */
const times = (extra: number) =>
  Array.from({ length: 1_000 }, (_, at) => 300 + extra + ((at * 7919) % 200) + (at % 17 === 0 ? 3_000 : 0))

test('a difference of 25 µs reveals users, in either direction', () => {
  assert.ok(revealsUsers(compareTimes({ known: times(25), unknown: times(0) })))
  assert.ok(revealsUsers(compareTimes({ known: times(0), unknown: times(25) })))
})

test("a difference of 15 µs, although it isn't chance, and a large one that can be chance, reveal none", () => {
  const small = compareTimes({ known: times(15), unknown: times(0) })
  assert.ok(small.p < 0.001)
  assert.equal(revealsUsers(small), false)
  assert.equal(revealsUsers(compareTimes({ known: [100, 500, 600], unknown: [100, 200, 300] })), false)
})

test('every question of the table of public calls is asked', () => {
  assert.ok(listQuestions().length > 30)
})
