import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInQueue } from '../../src/http/sign-in-queue.ts'

/** A queue in which more and more sign-ins wait. */
function start() {
  let now = 0
  const queue = createSignInQueue(() => now)
  const fill = (waiting: number) => {
    while (queue.completing() < waiting) queue.enter()
  }
  return {
    ...queue,
    /** The estimate once that many wait, in milliseconds. */
    estimateAmong(waiting: number) {
      fill(waiting)
      return Math.round(queue.estimateMs())
    },
    /** Sign-ins that take that long while that many others wait. */
    complete(count: number, { among, eachMs }: { among: number; eachMs: number }) {
      fill(among)
      for (let call = 0; call < count; call++) {
        const end = queue.enter()
        now += eachMs
        end()
      }
    },
  }
}

test('a sign-in waits for all that complete, each as long as one takes of the service', () => {
  const { complete, estimateAmong } = start()
  complete(400, { among: 50, eachMs: 100 })
  assert.deepEqual([estimateAmong(200), estimateAmong(400)], [400, 800])
})

test('a machine that becomes slower or faster is noticed within a hundred sign-ins', () => {
  const { complete, estimateAmong } = start()
  complete(200, { among: 200, eachMs: 200 })
  complete(100, { among: 200, eachMs: 1_000 })
  assert.ok(estimateAmong(200) > 950, `${estimateAmong(200)}`)
  complete(100, { among: 200, eachMs: 200 })
  assert.ok(estimateAmong(200) < 220, `${estimateAmong(200)}`)
})

test('few sign-ins are no queue, however long they take', () => {
  const short = start()
  short.complete(200, { among: 15, eachMs: 60_000 })
  assert.equal(short.estimateAmong(500), 0)
  const longer = start()
  longer.complete(400, { among: 100, eachMs: 100 })
  assert.deepEqual([longer.estimateAmong(159), longer.estimateAmong(160)], [0, 160])
})

test('a sign-in that has begun is expected to complete at once, and forgotten within some turns', () => {
  const { complete, expect, forget, estimateAmong } = start()
  complete(400, { among: 100, eachMs: 100 })
  for (let begun = 0; begun < 100; begun++) expect()
  assert.equal(estimateAmong(100), 200)
  forget()
  assert.equal(estimateAmong(100), 180)
  forget()
  forget()
  assert.equal(estimateAmong(100), 0)
})

test('one that completes is no longer expected', () => {
  const { complete, expect, estimateAmong } = start()
  complete(400, { among: 100, eachMs: 100 })
  for (let begun = 0; begun < 100; begun++) expect()
  assert.deepEqual([estimateAmong(100), estimateAmong(150), estimateAmong(200)], [200, 200, 200])
})
