import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOverload } from '../src/overload.ts'

test('a node that gets four times its capacity rejects the rest and recovers', async (t) => {
  const order = {
    ...{ seed: 1, rounds: 1, until: performance.now() + 60_000 },
    signal: new AbortController().signal,
    progress: () => {},
  }
  const measures = { capacityMs: 400, surgeMs: 800, otherMs: 200, idleSockets: 200, slowBodies: 20 }
  const { violations, figures } = await runOverload({ engine: 'sqlite', nodes: 1 }, order, measures)
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})
