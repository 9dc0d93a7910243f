/**
 * Throws mutated ceremonies at the verifier. Only WebAuthnError may leave it, no call may take longer than a second,
 * and nothing signed may be changed and still accepted.
 * The seed fixes the changes; keys are fresh in each run, so a crash prints its whole input.
 * Targets called "changed" or "signed again" change genuine registrations by their structure: `--only changed` runs these.
 * Run: node test/fuzz.ts [--seconds 60 | --count 100000] [--seed 1] [--only tpm]
 */
import { parseArgs } from 'node:util'
import { fuzz, targets } from './fuzzing.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})

const seconds = values.count === undefined ? Number(values.seconds ?? 10) : Number.POSITIVE_INFINITY
const chosen = Object.entries(targets).filter(([name]) => name.includes(values.only))
const { executions, crashes } = fuzz(
  { seconds, count: Number(values.count ?? Number.POSITIVE_INFINITY), seed: Number(values.seed) },
  Object.fromEntries(chosen),
)

for (const [target, { runs, accepted }] of executions)
  console.log(`${target.padEnd(24)} ${runs} executions, ${accepted} accepted`)
for (const { target, problem, input } of crashes) console.log(`CRASH ${target}: ${problem}\n${input}`)
console.log(
  `${[...executions.values()].reduce((sum, { runs }) => sum + runs, 0)} executions, ${crashes.length} crashes`,
)
process.exitCode = crashes.length > 0 ? 1 : 0
