import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Plan } from '../src/common/installation.ts'
import { longLatency, runLatency } from '../src/runs/latency.ts'

async function runShort(t: TestContext, plan: Partial<Plan> = {}) {
  const order = {
    seed: 1,
    rounds: 1,
    until: performance.now() + 60_000,
    signal: new AbortController().signal,
    progress: () => {},
  }
  const measures = { capacityMs: 300, halfMs: 500, judgesTimes: false }
  const found = await runLatency({ engine: 'sqlite', nodes: 1, ...plan }, order, measures)
  t.diagnostic(JSON.stringify(found))
  return found
}

test('sign-ins arrive at half of the rate at which a node can do them, and are measured', async (t) => {
  const { rounds, figures } = await runShort(t)
  assert.equal(rounds, 1)
  for (const figure of ['capacityPerSecond', 'signIns', 'signInMedianMs', 'signInP95Ms', 'secondsAtHalf'])
    assert.ok(figures[figure]! > 0, figure)
  assert.ok(figures.signInMedianMs! <= figures.signInP95Ms!)
})

test('the run catches a service that delays each call', async (t) => {
  const { violations, figures } = await runShort(t, { startFile: 'slow-calls' })
  assert.ok(figures.signInMedianMs! >= 59, `${figures.signInMedianMs}`)
  assert.match(violations.join(), /half of the sign-ins took longer than/)
})

test('the long run judges times', () => assert.equal(longLatency.judgesTimes, true))
