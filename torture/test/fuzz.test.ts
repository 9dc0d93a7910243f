import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFuzz } from '../src/runs/fuzz.ts'

test('random requests, mutated ceremonies, and broken HTTP cause no unexpected error', async (t) => {
  const order = {
    seed: 20261123,
    rounds: 1,
    until: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    progress: () => {},
  }
  const { violations, figures } = await runFuzz({ engine: 'sqlite', nodes: 1 }, order, 2_000)
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})
