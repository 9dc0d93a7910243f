import { unstored } from './runs/failing-calls/unstored.ts'
import { runFailingCalls } from './runs/failing-calls.ts'
import type { Torture } from './torture.ts'

/** T-7, in the processes of ordinary suites. */
export const failingCalls: Torture = {
  target: 'T-7',
  summary: 'fails each call of each dependency, one at a time, under the requests of the test suites',
  variants: [{ engine: 'sqlite', nodes: 1 }],
  rounds: 1_000,
  plan: {},
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 1 },
      without: 'noticing commits that fail',
      plan: { preload: 'swallowed-commits' },
    },
  ],
  async run({ preload = 'failing-calls' }, order) {
    const found = await runFailingCalls(preload, order)
    if (preload === 'failing-calls') return found
    // Only what the missing safeguard causes shows that the run notices it.
    return { ...found, violations: found.violations.filter((violation) => violation.endsWith(unstored)) }
  },
}
