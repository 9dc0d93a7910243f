import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOptions } from '../../compare/options.ts'
import type { SideRound } from '../../compare/pair.ts'
import { isLoss, summarize, toTable } from '../../compare/summary.ts'

/** A round of one service that took this processor time for each of a thousand sign-ins. */
const took = (cpuEach: number, errors = 0): SideRound => ({
  count: 1000,
  cpuEach,
  perSecond: 500,
  p99: 20,
  rssMb: 120,
  errors,
  firstError: undefined,
})

const compare = (rounds: [base: SideRound, tree: SideRound][]) =>
  summarize(
    'sign-ins',
    rounds.map(([base, tree]) => ({ base, tree })),
  )

test('the ratio is the median of the ratios of each round, not the ratio of medians', () => {
  const summary = compare([
    [took(100), took(104)],
    [took(400), took(400)],
    [took(200), took(220)],
  ])
  assert.equal(summary.ratio, 1.04)
  assert.deepEqual(summary.quartiles, [1, 1.1])
  assert.deepEqual(summary.ratios, [1.04, 1, 1.1])
  assert.deepEqual(summary.cpuEach, { base: 200, tree: 220 })
  assert.equal(isLoss(summary), false)
})

test('a ratio above 1.05, many errors, and no measurement are losses', () => {
  assert.equal(isLoss(compare([[took(1000), took(1050)]])), false)
  assert.equal(isLoss(compare([[took(1000), took(1051)]])), true)
  assert.equal(isLoss(compare([[took(1000, 10), took(1000, 10)]])), false)
  assert.equal(isLoss(compare([[took(1000), took(1000, 21)]])), true)
  assert.equal(isLoss(compare([[took(Number.NaN), took(1000)]])), true)
})

test('the table shows both services', () => {
  const idle = { base: { cpuMsPerSecond: 10, rssMb: 105 }, tree: { cpuMsPerSecond: 1.5, rssMb: 101 } }
  const [, row, last] = toTable(idle, [compare([[took(500), took(400)]])]).split('\n')
  assert.match(row!, /^sign-ins +500 +400 +0\.800 × +0\.800 to 0\.800 /)
  assert.equal(
    last,
    'Idle: 10.00 ms of processor time a second, 105 MB; now 1.50 ms of processor time a second, 101 MB',
  )
})

test('a comparison has its own works', () => {
  assert.deepEqual(readOptions(['--compare', 'HEAD~1', '--only', 'named-sign-ins']).names, ['named-sign-ins'])
  assert.throws(() => readOptions(['--only', 'dreams']), /--only is one of sign-ins, named-sign-ins, sign-ups/)
})
