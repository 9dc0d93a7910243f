import type { Plan } from './installation.ts'
import type { Findings, Order } from './run.ts'
import { runScript } from './script.ts'
import type { Torture } from './torture.ts'

type Coverage = {
  tests: { passed: number; failed: number }
  groups: { name: string; branches: number; missed: number; reached: number; least: number }[]
}

const suites = { engine: 'sqlite', nodes: 1, label: 'test suites' } as const

const createCoverage = (of: Pick<Torture, 'target' | 'summary'> & { groups: string[]; leftOut: string }): Torture => ({
  target: of.target,
  summary: of.summary,
  variants: [suites],
  rounds: 1,
  plan: {},
  controls: [{ ...suites, without: `the tests in ${of.leftOut}`, plan: { leftOut: of.leftOut } }],
  run: (plan, order) => measure(of.groups, plan, order),
})

/** The branches of the code that decides, as `npm run coverage` measures them. */
export const coverage = createCoverage({
  target: 'T-20',
  summary: 'measures the branches of verifier, sessions, codes, and tokens that tests reach',
  groups: ['verifier', 'sessions', 'codes', 'tokens'],
  leftOut: 'packages/webauthn/test/tpm.test.ts',
})

/** The branches of the whole service. */
export const serviceCoverage = createCoverage({
  target: 'T-20b',
  summary: 'measures the branches of the service that tests reach',
  groups: ['all'],
  leftOut: 'apps/service/test/http/**',
})

async function measure(chosen: readonly string[], { leftOut }: Plan, { signal }: Order): Promise<Findings> {
  // For a control, the first group is enough.
  const args = leftOut === undefined ? chosen : [chosen[0]!, '--without', leftOut]
  const { tests, groups } = await runScript<Coverage>(['scripts/test/coverage.mjs', ...args, '--json'], signal)
  const sum = (figure: 'branches' | 'missed') => groups.reduce((total, group) => total + group[figure], 0)
  const [branches, missed] = [sum('branches'), sum('missed')]
  const below = groups.filter(({ reached, least }) => reached < least)
  return {
    rounds: 1,
    figures: {
      ...{ tests: tests.passed, failedTests: tests.failed, branches, missedBranches: missed },
      missedPercent: Math.round((10_000 * missed) / branches) / 100,
    },
    violations: below.map(({ name, reached, least }) => `${name}: ${reached}%, at least ${least}% required`),
  }
}
