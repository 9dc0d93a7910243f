import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../../src/core/errors.ts'
import type { RollUpStore } from '../../../../src/core/ports/stores/roll-ups.ts'
import { createCountReader } from '../../../../src/core/use-cases/analytics/read-counts.ts'
import { readTotals } from '../../../../src/core/use-cases/analytics/totals.ts'

const period = { from: 0, to: 86_400_000 * 3_660 }
const metrics = ['errors'] as const

/** A history of counts, each of another name, and how often other calls get a turn while it is read. */
function openHistory(size: number) {
  const counted = { turns: 0 }
  let read = 0
  const list: RollUpStore['list'] = async (appId, { limit }) =>
    Array.from({ length: Math.min(limit, size - read) }, () => {
      const dimension = `name ${read++}`
      return { appId, day: 1, metric: 'errors', dimension, counts: [1], total: read === 1 ? 2 : 1 }
    })
  const pause = async () => {
    counted.turns++
  }
  return { counted, read: createCountReader({ store: { rollUps: { list } as RollUpStore }, pause }) }
}

test('a report of many counts is read in pages, and others get turns', async () => {
  const { counted, read } = openHistory(100_000)
  const totals = await readTotals(read, 'shop', { metrics, period })
  assert.equal(totals.sum('errors'), 100_001)
  assert.ok(counted.turns >= 200, `${counted.turns} turns`)
})

test('a report ranks a thousand names, and the others as one', async () => {
  const { read } = openHistory(2_500)
  const ranked = (await readTotals(read, 'shop', { metrics, period })).rank('errors')
  assert.deepEqual(ranked.slice(0, 3), [
    { name: 'other', count: 1_500 },
    { name: 'name 0', count: 2 },
    { name: 'name 1', count: 1 },
  ])
  assert.equal(ranked.length, 1_001)
  assert.equal(
    ranked.reduce((sum, { count }) => sum + count, 0),
    2_501,
  )
})

test('a report of too many counts is rejected before it has read them', async () => {
  const { counted, read } = openHistory(Number.MAX_SAFE_INTEGER)
  await assert.rejects(
    readTotals(read, 'shop', { metrics, period }),
    (error) => error instanceof AppError && error.code === 'bad_request' && /shorter period/.test(error.message),
  )
  assert.ok(counted.turns <= 600, `${counted.turns} turns`)
})
