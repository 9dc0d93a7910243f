import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startDeliveries } from '../../src/cli/deliveries.ts'
import type { Core } from '../../src/core/core.ts'

const silent = { info() {}, warn() {}, error() {} }

/** A worker whose queue is empty: how often it looked into it, and how a message is queued. */
function startWorker(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let looks = 0
  let announce = () => {}
  const messages = {
    onAdd(listener: () => void) {
      announce = listener
    },
    async claim() {
      looks++
      return []
    },
  }
  const core = { now: () => 0, store: { messages } } as unknown as Core
  const worker = startDeliveries(core, {}, silent)
  return { worker, announce: () => announce(), looks: () => looks }
}

test('what a call queues is composed only after its response, so that the time of the response reveals no user', async (t) => {
  const { worker, announce, looks } = startWorker(t)
  await new Promise(setImmediate)
  const before = looks()
  announce()
  announce()
  await new Promise(setImmediate)
  assert.equal(looks(), before)
  t.mock.timers.tick(10)
  await new Promise(setImmediate)
  assert.equal(looks(), before + 1)
  await worker.stop()
})

test('a worker that stops looks for nothing that was queued last', async (t) => {
  const { worker, announce, looks } = startWorker(t)
  announce()
  await worker.stop()
  const before = looks()
  t.mock.timers.tick(10)
  await new Promise(setImmediate)
  assert.equal(looks(), before)
})
