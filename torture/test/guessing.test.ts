import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../src/run.ts'
import { runGuessing } from '../src/runs/guessing.ts'

const order = (rounds: number): Order => ({
  seed: 20261123,
  rounds,
  until: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
  progress: () => {},
})

test('guessing codes allows exactly the documented attempts', async (t) => {
  const { figures, violations } = await runGuessing({ engine: 'sqlite', nodes: 2 }, order(3))
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})

test('the run catches a service that does not count attempts', async () => {
  const { violations } = await runGuessing({ engine: 'sqlite', nodes: 2, storeDouble: 'counting attempts' }, order(1))
  assert.notEqual(violations.length, 0)
})
