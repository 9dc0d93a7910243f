// The files that `npm run mutation` changes, and the tests that must notice it, the fastest first.
import { groups } from '../coverage-groups.mjs'

const flows = 'apps/service/test/core/flows'

const fromGroup = (name) => ({ sources: groups[name].sources, tests: groups[name].tests })

/** Slow suites are only run for what the others don't notice. */
export const targets = {
  verifier: fromGroup('verifier'),
  sessions: fromGroup('sessions'),
  codes: fromGroup('codes'),
  tokens: fromGroup('tokens'),
  next: { sources: ['apps/service/src/core/flows/mfa/next.ts'], tests: [`${flows}/mfa/next.test.ts`] },
}
