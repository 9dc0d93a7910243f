import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstIdAt } from '../core/events/ids.ts'
import { orderedIds, systemRandom } from './random.ts'

const noon = Date.UTC(2027, 2, 14, 12)

test('ids sort by the order in which they were made, also when thousands fall into one millisecond', () => {
  const ids = Array.from(
    { length: 10_000 },
    orderedIds(() => noon),
  )
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids still sort when the clock is set back', () => {
  let at = noon
  const { timeId } = systemRandom(() => at)
  const first = timeId()
  at -= 3_600_000
  const second = timeId()
  at += 3_600_001
  const ids = [first, second, timeId()]
  assert.deepEqual([...ids].sort(), ids)
})

test('an id carries the time of the clock', () => {
  const { timeId } = systemRandom(() => noon)
  const id = timeId()
  assert.ok(firstIdAt(noon) <= id && id < firstIdAt(noon + 1))
})
