import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../src/run.ts'
import { expectUse } from '../src/runs/clocks/judge-use.ts'
import { runClocks } from '../src/runs/clocks.ts'

const order = (seed: number): Order => ({
  seed,
  rounds: 1,
  until: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
  progress: () => {},
})

const environment = { RATE_LIMITS: 'on', RATE_LIMIT_STORE: 'database' }

test('lifetimes end at their time in the year 3024, on nodes whose clocks differ and are set ahead and back', async (t) => {
  const plan = { engine: 'sqlite', nodes: 2, environment } as const
  const { figures, violations } = await runClocks(plan, order(4), ['lifetimes', 'limits'])
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})

test('the clock run catches a service that forgets what was spent while a clock was ahead', async (t) => {
  const plan = { engine: 'sqlite', nodes: 1, environment, startFile: 'ignored-watermark' } as const
  const { violations } = await runClocks(plan, order(0), ['excursion'])
  t.diagnostic(violations.join('; ').slice(0, 500))
  assert.ok(violations.some((violation) => violation.includes('succeeded twice')))
})

test('what a node whose clock was an hour ahead can have deleted is not judged at one whose clock is an hour back', () => {
  const minute = 60_000
  const item = { name: 'code', end: { from: 10 * minute, to: 10 * minute }, from: 0 }
  const [at, watermark] = [
    { from: minute, to: minute },
    { from: 0, to: 0 },
  ]
  const expected = [0, 18, 19].map((minutes) => expectUse(item, { at, watermark, rightTime: minutes * minute }))
  assert.deepEqual(expected, ['accepted', 'accepted', 'either'])
})
