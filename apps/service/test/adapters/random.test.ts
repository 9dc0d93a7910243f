import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrderedIds, createRandomBytes, createSystemRandom } from '../../src/adapters/random.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'

const noon = Date.UTC(2027, 2, 14, 12)

test('IDs sort in the order of their creation, even with thousands in one millisecond', () => {
  const ids = Array.from(
    { length: 10_000 },
    createOrderedIds(() => noon),
  )
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('IDs still sort when the clock is set back', () => {
  let at = noon
  const { timeId } = createSystemRandom(() => at)
  const first = timeId()
  at -= 3_600_000
  const second = timeId()
  at += 3_600_001
  const ids = [first, second, timeId()]
  assert.deepEqual([...ids].sort(), ids)
})

test('an ID contains the time of the clock', () => {
  const { timeId } = createSystemRandom(() => noon)
  const id = timeId()
  assert.ok(firstIdAt(noon) <= id && id < firstIdAt(noon + 1))
})

test('random bytes are those of the stock only once, in any length', () => {
  const bytes = createRandomBytes()
  const drawn = Array.from({ length: 10_000 }, (_, index) => bytes(8 + (index % 25)))
  assert.ok(drawn.every(({ length }, index) => length === 8 + (index % 25)))
  assert.equal(new Set(drawn.map((one) => one.toString('hex', 0, 8))).size, drawn.length)
  assert.ok(drawn.every((one) => one.some((byte) => byte !== 0)))
  assert.equal(bytes(10_000).length, 10_000)
})

test('every six-digit code is equally likely: a million codes are uniformly distributed', () => {
  const { digits } = createSystemRandom(() => noon)
  const codes = 1_000_000
  const thousands = new Array<number>(1_000).fill(0)
  const places = Array.from({ length: 6 }, () => new Array<number>(10).fill(0))
  for (let count = 0; count < codes; count++) {
    const code = digits(6)
    assert.ok(code.length === 6)
    thousands[Number(code.slice(0, 3))]!++
    for (const [place, digit] of [...code].entries()) places[place]![Number(digit)]!++
  }
  // Twenty standard deviations: chance exceeds them less than once in 10^15 runs, a bias of one percent every time.
  for (const cells of [thousands, ...places]) assert.ok(chiSquare(cells, codes) < mostFor(cells.length - 1))
  assert.ok(
    thousands.slice(0, 100).every((count) => count > 0),
    'leading zeros are kept',
  )
})

test('the generator test detects a bias', () => {
  // The bias of a byte modulo 10: 0 to 5 occur 26 times in 256, 6 to 9 only 25 times.
  const biased = Array.from({ length: 10 }, (_, digit) => ((digit < 6 ? 26 : 25) / 256) * 1_000_000)
  assert.ok(chiSquare(biased, 1_000_000) > mostFor(9))
})

/** Pearson's statistic, with the hypothesis that all cells are equally likely. */
function chiSquare(cells: readonly number[], total: number): number {
  const expected = total / cells.length
  return cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The mean of a chi-square distribution is its degrees of freedom, and its variance is twice that. */
const mostFor = (degrees: number) => degrees + 20 * Math.sqrt(2 * degrees)
