import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../src/common/random.ts'
import { boundRise, measureRise, predictRise } from '../src/common/trend.ts'
import { findGrowth } from '../src/runs/soak/table-sizes.ts'

const random = createRandom(7)
const noisy = (count: number, slope: number) =>
  Array.from({ length: count }, (_, at) => 100 + slope * at + 10 * random.next())

test('a line finds what grows despite noise, and nothing in noise alone', () => {
  assert.ok(Math.abs(measureRise(noisy(60, 1)) - 59) < 6)
  assert.ok(predictRise(noisy(30, 1), 500) > 200)
  assert.equal(predictRise(noisy(60, 0), 500), 0)
  assert.equal(predictRise([1, 2, 3], 500), 0)
})

test('an hour of noise bounds the growth of two; what grows is not below its bound', () => {
  assert.ok(boundRise(noisy(300, 0), 600) < 50)
  assert.ok(boundRise(noisy(300, 0.1), 600) > 60)
})

test('noise without a trend is not taken for growth, however often it is looked at', () => {
  const runs = Array.from({ length: 40 }, () => noisy(120, 0))
  const looks = runs.flatMap((values) => values.map((_, at) => predictRise(values.slice(0, at + 1), 500)))
  assert.deepEqual(
    looks.filter((rise) => rise > 0),
    [],
  )
})

test('a table that is never emptied grows; one that is emptied every minute, and a small one, do not', () => {
  const measure = (at: number) => ({
    'rows of kept': 100 * (30 + at),
    'rows of emptied': 5_000 + 500 * (at % 6),
    'rows of small': at,
    'bytes of kept': 2 ** 20 * (30 + at),
  })
  const found = findGrowth(Array.from({ length: 40 }, (_, at) => measure(at)))
  assert.deepEqual(found, [
    'the rows of kept have grown by 3900 to 6900',
    `the bytes of kept have grown by ${39 * 2 ** 20} to ${69 * 2 ** 20}`,
  ])
  assert.deepEqual(findGrowth(Array.from({ length: 11 }, (_, at) => measure(at))), [])
})
