import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { encodeCorpus } from '@thumbturn/testkit/fuzzing/corpus.ts'
import { digestCode } from '@thumbturn/torture/code.ts'
import { addRecord, describeMachine, type RunRecord, readCommit } from '@thumbturn/torture/records.ts'
import { findTarget } from '@thumbturn/torture/targets.ts'
import type { FuzzTargetOrder, Outcome } from './fuzz-target.ts'
import { findCorpusFile } from './targets.ts'

const target = 'T-6b'

const commit = readCommit()
const code = digestCode(findTarget(target).code)
const machine = describeMachine()

/** Adds the result of a target, and that of its planted bug, to the records, and its inputs to the repository. */
export function saveOutcome(outcome: Outcome, order: FuzzTargetOrder): void {
  if (outcome.rounds === 0 && outcome.planted === undefined && order.signal.aborted) return
  addRecord(target, createRecord(outcome, order))
  addRecord(target, createControl(outcome, order))
  if (outcome.reduced.length === 0) return
  const file = findCorpusFile(outcome)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, encodeCorpus(outcome.reduced))
}

const describeRun = ({ name }: Outcome, { seed, signal }: FuzzTargetOrder) => ({
  variant: name,
  date: new Date().toISOString().slice(0, 10),
  commit,
  code,
  seed,
  machine,
  ...(signal.aborted && { interrupted: true as const }),
})

function createRecord(outcome: Outcome, order: FuzzTargetOrder): RunRecord {
  const { executions, accepted, branches, missed, rounds, finding } = outcome
  const seconds = Math.round(outcome.seconds)
  return {
    ...describeRun(outcome, order),
    rounds,
    seconds,
    verdict: finding ? 'failed' : 'passed',
    figures: {
      processorSeconds: seconds,
      inputs: executions,
      accepted,
      branches: branches.length,
      branchesReached: branches.length - missed.length,
    },
    violations: finding ? [finding.problem.split('\n', 1)[0]!] : [],
  }
}

function createControl(outcome: Outcome, order: FuzzTargetOrder): RunRecord {
  const { planted, target: fuzzed } = outcome
  return {
    ...describeRun(outcome, order),
    control: fuzzed.planted.without,
    rounds: 1,
    seconds: planted?.seconds ?? 60,
    verdict: planted ? 'caught' : 'not caught',
    figures: planted ? { inputs: planted.executions } : {},
    violations: planted ? [fuzzed.promise] : [],
  }
}
