import type { Plan } from './installation.ts'
import type { Findings, Order } from './run.ts'
import { runScript } from './script.ts'
import type { Torture } from './torture.ts'

type Counts = { made: number; killed: number; survived: number }
type Target = Counts & {
  name: string
  mutants: number
  checks: Counts & { all: number }
  /** Absent if no change was made. */
  score?: number
  survivors: { path: string; line: number; isCheck: boolean }[]
}

const changes = { engine: 'sqlite', nodes: 1, label: 'changes' } as const

/** Changes of the code that tests notice, as `npm run mutation` counts them: all checks, and as many others as there are rounds. */
export const mutation: Torture = {
  target: 'T-19',
  summary: 'changes the code, and counts the changes that tests notice',
  variants: [changes],
  rounds: 60,
  plan: {},
  controls: [
    {
      ...changes,
      without: 'the tests of TPM attestation',
      plan: { leftOut: 'packages/webauthn/test/tpm.test.ts' },
    },
  ],
  run: (plan, order) => countSurvivors(plan, order),
}

const leastScore = 90

async function countSurvivors({ leftOut }: Plan, { seed, rounds, until, signal }: Order): Promise<Findings> {
  const minutes = (until - performance.now()) / 60_000
  const sample = ['--sample', String(rounds), '--seed', String(seed), '--minutes', String(minutes), '--json']
  const control = leftOut === undefined ? [] : ['verifier', '--only', 'attestation/tpm', '--without', leftOut]
  const { targets } = await runScript<{ targets: Target[] }>(
    ['scripts/test/mutation.mjs', ...control, ...sample],
    signal,
  )
  const sum = (count: (target: Target) => number) => targets.reduce((total, target) => total + count(target), 0)
  const low = targets.filter(({ score = 100 }) => score < leastScore)
  const unchecked = targets.flatMap(({ survivors }) => survivors).filter(({ isCheck }) => isCheck)
  return {
    rounds: 1,
    figures: {
      possibleChanges: sum(({ mutants }) => mutants),
      changes: sum(({ made }) => made),
      unnoticed: sum(({ survived }) => survived),
      unnoticedPercent: Math.round((1000 * sum(({ survived }) => survived)) / sum(({ made }) => made)) / 10,
      checks: sum(({ checks }) => checks.all),
      removedChecks: sum(({ checks }) => checks.made),
      removedChecksUnnoticed: sum(({ checks }) => checks.survived),
    },
    violations: [
      ...low.map(({ name, score }) => `${name}: tests notice ${score}% of the changes`),
      ...unchecked.map(({ path, line }) => `no test notices that the check in ${path}:${line} is removed`),
    ],
  }
}
