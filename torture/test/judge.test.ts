import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords, judgeTarget } from '../src/judge.ts'
import type { RunRecord } from '../src/records.ts'

const target = {
  id: 'T-0',
  title: 'Example',
  promise: 'ten kills, restart within a second',
  method: 'kills',
  failure: 'a slow restart',
  gap: 'power failures',
  code: [],
  requirement: { variants: ['SQLite, 1 node'], totals: { kills: 10 }, limits: { restartMaximumMs: 1_000 } },
}

const run = (changes: Partial<RunRecord> = {}): RunRecord => ({
  variant: 'SQLite, 1 node',
  date: '2026-11-23',
  commit: 'ddbf13ba',
  seed: 7,
  rounds: 5,
  seconds: 60,
  verdict: 'passed',
  figures: { kills: 5, restartMaximumMs: 900 },
  violations: [],
  machine: { platform: 'linux x64', cores: 2, node: 'v26', load: 1 },
  ...changes,
})

const control = run({ control: 'a flush', verdict: 'caught', figures: {} })
const judge = (...runs: RunRecord[]) => judgeTarget(target, { target: 'T-0', runs })

test('a target without runs is not measured', () => {
  assert.equal(judge().verdict, 'not measured')
})

test('a target with too few rounds or without a control is not measured', () => {
  assert.deepEqual(judge(run(), control), {
    verdict: 'not measured',
    reasons: ['kills 5 of 10 (1 min more at this pace)'],
  })
  assert.deepEqual(judge(run(), run()), { verdict: 'not measured', reasons: ['no control was run'] })
})

test('a target is met when its runs add up to its figures and its control was caught', () => {
  assert.deepEqual(judge(run(), run(), control), { verdict: 'met', reasons: [] })
})

test('a target is not met with a slow restart, or with one that was not measured', () => {
  const slow = run({ figures: { kills: 10, restartMaximumMs: 1_500 } })
  const reason = 'SQLite, 1 node: restart maximum in ms 1,500, at most 1,000 allowed (load average 1)'
  assert.deepEqual(judge(slow, control).reasons, [reason])
  const unmeasured = run({ figures: { kills: 10 } })
  assert.deepEqual(judge(unmeasured, control).reasons, ['SQLite, 1 node: restart maximum in ms was not measured'])
})

test('the time that the missing rounds take is estimated from the recorded ones', () => {
  const slow = run({ seconds: 7_200, figures: { kills: 1, restartMaximumMs: 900 } })
  assert.deepEqual(judge(slow, control).reasons, ['kills 1 of 10 (18 h more at this pace)'])
  const nothing = run({ figures: { kills: 0, restartMaximumMs: 900 } })
  assert.deepEqual(judge(nothing, control).reasons, ['kills 0 of 10'])
})

test('a violation disproves the promise, however short the run', () => {
  const failed = run({ verdict: 'failed', violations: ['a lost change'], figures: { kills: 1, restartMaximumMs: 900 } })
  assert.deepEqual(judge(failed), { verdict: 'not met', reasons: ['SQLite, 1 node, seed 7: `a lost change`'] })
})

test('a target is not met with a violation or with a control that was not caught', () => {
  const failed = run({ verdict: 'failed', violations: ['ada: an acknowledged registration is lost'] })
  assert.equal(
    judge(run(), run(), failed, control).reasons[0],
    'SQLite, 1 node, seed 7: `ada: an acknowledged registration is lost`',
  )
  const long = run({ verdict: 'failed', violations: [`POST /x | \`${'a'.repeat(200)}\``] })
  assert.equal(judge(long, control).reasons[0], `SQLite, 1 node, seed 7: \`POST /x / '${'a'.repeat(89)}…\``)
  const missed = run({ control: 'a flush', verdict: 'not caught', figures: {} })
  assert.deepEqual(judge(run(), run(), missed).reasons, ['the control without a flush was not caught with seed 7'])
})

test('figures are written in words', () => {
  assert.deepEqual([inWords('restartMaximumMs'), inWords('kills')], ['restart maximum in ms', 'kills'])
})
