import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueueTimes } from '../../src/storage/engine/queue-times.ts'

function createSituation() {
  let now = 0
  const times = createQueueTimes(2, () => now)
  const advance = (ms: number) => {
    now += ms
  }
  return { times, advance }
}

test('a statement waits for those before it, at the average of the latest ones', async () => {
  const { times, advance } = createSituation()
  for (let statement = 0; statement < 100; statement++) await times.serve(async () => advance(10))
  assert.equal(Math.round(times.estimateMs(40)), 200)
})

test('while the database becomes slow, a statement waits at least as long as the first, except for a new connection', async () => {
  const { times, advance } = createSituation()
  const connected = Promise.withResolvers<void>()
  const waiting = times.wait(() => connected.promise)
  advance(1_000)
  assert.equal(times.estimateMs(16), 0)
  advance(700)
  assert.equal(times.estimateMs(16), 700)
  connected.resolve()
  await waiting
  assert.equal(times.estimateMs(16), 0)
})

test('a few statements per connection are no queue', async () => {
  const { times, advance } = createSituation()
  await times.serve(async () => advance(60_000))
  assert.equal(times.estimateMs(7), 0)
  assert.notEqual(times.estimateMs(8), 0)
})

test('a statement that fails counts too, and its error stays', async () => {
  const { times, advance } = createSituation()
  await assert.rejects(
    times.serve(async () => {
      advance(1_000)
      throw new Error('canceled')
    }),
    /canceled/,
  )
  assert.equal(times.estimateMs(20), 1_000)
})

test('statements that run at once share the time that they take', async () => {
  const { times, advance } = createSituation()
  for (let group = 0; group < 100; group++) await times.serve(async () => advance(10), 5)
  assert.equal(Math.round(times.estimateMs(40)), 40)
})

test('what waits elsewhere says since when it waits', () => {
  const { times, advance } = createSituation()
  advance(1_500)
  assert.equal(times.estimateMs(16, 0), 500)
  assert.equal(times.estimateMs(16), 0)
})
