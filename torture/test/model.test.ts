import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../src/run.ts'
import { runModel } from '../src/runs/model.ts'

const order = (rounds: number): Order => ({
  seed: 20261123,
  rounds,
  until: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
  progress: () => {},
})

test('a service does what the model says, despite faults, lost responses, restarts, and moved clocks', async (t) => {
  const { figures, violations } = await runModel({ engine: 'sqlite', nodes: 1 }, order(1), 150)
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})

test('the model run catches a store that does not notice that a session was spent', async () => {
  const storeDouble = 'noticing that a session was spent'
  const { violations } = await runModel({ engine: 'sqlite', nodes: 1, storeDouble }, order(1), 400)
  assert.notEqual(violations.length, 0)
})
