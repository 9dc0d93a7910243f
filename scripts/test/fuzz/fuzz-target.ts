import { readCorpus } from '@thumbturn/testkit/fuzzing/corpus.ts'
import type { Finding } from '@thumbturn/testkit/fuzzing/fuzz.ts'
import { runTarget } from './run-target.ts'
import { findCorpusFile, type NamedTarget } from './targets.ts'
import type { WorkerResult } from './worker.ts'

/** Rounds of that many seconds of processor time each. */
export type FuzzTargetOrder = { seed: number; seconds: number; rounds: number; signal: AbortSignal }

/** The result of all rounds of a target. `planted`: how its planted bug was found; undefined if it wasn't. */
export type Outcome = NamedTarget &
  Pick<WorkerResult, 'executions' | 'accepted' | 'seconds' | 'branches' | 'missed' | 'reduced'> & {
    rounds: number
    planted: { executions: number; seconds: number } | undefined
    finding?: Finding
  }

/** Processor time in which the planted bug must be found. */
const plantedSeconds = 60

/** Plants the bug first. Yields after each round, so that rounds of several targets can alternate. */
export async function* fuzzTarget(named: NamedTarget, order: FuzzTargetOrder): AsyncGenerator<void, Outcome> {
  const { seed, seconds, signal } = order
  const planted = await findPlanted(named, order)
  let outcome: Outcome = { ...named, ...nothing, rounds: 0, planted }
  let corpus = readCorpus(findCorpusFile(named))
  for (let round = 0; round < order.rounds && !outcome.finding && !signal.aborted; round++) {
    yield
    const result = await runTarget(named, { seconds, seed: seed + round, corpus, signal })
    corpus = [...result.corpus]
    outcome = addRound(outcome, result)
  }
  return outcome
}

const nothing = { executions: 0, accepted: 0, seconds: 0, branches: [], missed: [], reduced: [] }

/** Without inputs of earlier runs, which could contain the one that it looks for. */
async function findPlanted(named: NamedTarget, { seed, signal }: FuzzTargetOrder): Promise<Outcome['planted']> {
  const options = { seconds: plantedSeconds, seed, corpus: [], planted: true, signal }
  const { finding, executions, seconds } = await runTarget(named, options)
  return finding && { executions, seconds: Math.round(seconds) }
}

/** Branches are counted by the last round, which starts with the inputs of those before. */
const addRound = (outcome: Outcome, { executions, accepted, seconds, corpus: _, ...last }: WorkerResult): Outcome => ({
  ...outcome,
  ...last,
  rounds: outcome.rounds + 1,
  executions: outcome.executions + executions,
  accepted: outcome.accepted + accepted,
  seconds: outcome.seconds + seconds,
})
