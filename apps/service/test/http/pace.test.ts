import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from '../../src/http/pace.ts'

/** A pace, and calls that take longer the more are in progress. */
function start() {
  let now = 0
  const pace = createPace(() => now)
  return {
    estimate: (inProgress: number) => Math.round(pace.estimateMs(inProgress)),
    run(calls: number, { among, eachMs }: { among: number; eachMs: number }) {
      for (let call = 0; call < calls; call++) {
        const begun = pace.begin(among)
        now += eachMs
        pace.end(begun)
      }
    },
  }
}

test('a further call takes as long as those that began among as many, and longer among more', () => {
  const { estimate, run } = start()
  run(200, { among: 50, eachMs: 100 })
  assert.deepEqual([estimate(50), estimate(100)], [100, 200])
})

test('a machine that becomes slower or faster is noticed within a hundred calls', () => {
  const { estimate, run } = start()
  run(100, { among: 50, eachMs: 50 })
  run(100, { among: 50, eachMs: 250 })
  assert.ok(estimate(50) > 240, `${estimate(50)}`)
  run(100, { among: 50, eachMs: 50 })
  assert.ok(estimate(50) < 60, `${estimate(50)}`)
})

test('few calls are no queue, however long they take', () => {
  const { estimate, run } = start()
  run(200, { among: 15, eachMs: 60_000 })
  assert.equal(estimate(500), 0)
  run(200, { among: 31, eachMs: 310 })
  assert.deepEqual([estimate(31), estimate(32)], [0, 320])
})

test('after one stall, the calls that are still admitted correct the estimate', () => {
  const { estimate, run } = start()
  run(32, { among: 32, eachMs: 10_000 })
  assert.ok(estimate(32) > 1_000, `${estimate(32)}`)
  run(100, { among: 16, eachMs: 16 })
  assert.ok(estimate(32) < 100, `${estimate(32)}`)
})
