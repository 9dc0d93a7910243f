// Coverage-guided fuzzing of what reads input that anyone can send. Each target first has to find a bug that is planted in its source, and
// is then fuzzed for a minute of processor time, from the inputs in the repository. `npm run fuzz -- cbor scim` runs only targets with one of
// these words in their name; `--seconds 10` takes less time; `--record` takes two hours in all, and adds the result to docs/reliability and
// the inputs to the repository; `-- cbor --input <base64url>` runs one input again. Ctrl+C ends it, with the results so far.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { fuzzTarget, type Outcome } from './fuzz-target.ts'
import { saveOutcome } from './record.ts'
import { runTarget } from './run-target.ts'
import { loadTargets, type NamedTarget } from './targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})

const recordedSeconds = 7_200
const seed = Number(values.seed)
const targets = await loadTargets(positionals)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())

if (targets.length === 0) fail(`No target has ${positionals.join(' or ')} in its name.`)
else if (values.input !== undefined) await runInput(targets, Buffer.from(values.input, 'base64url'))
else await fuzzAll(targets)

function count(number: number) {
  return number.toLocaleString('en')
}

async function fuzzAll(all: readonly NamedTarget[]) {
  const seconds = Number(values.seconds)
  const rounds = values.record ? Math.ceil(recordedSeconds / seconds / all.length) : 1
  const order = { seed, seconds, rounds, signal: stopping.signal }
  const waiting = all.map((named) => fuzzTarget(named, order))
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      const { value, done } = await run.next()
      if (done) show(value, outcomes)
      else waiting.push(run)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  if (values.record) for (const outcome of outcomes) saveOutcome(outcome, order)
  const failed = outcomes.filter(
    ({ finding, planted }) => finding !== undefined || (planted === undefined && !stopping.signal.aborted),
  )
  console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function show(outcome: Outcome, outcomes: Outcome[]) {
  outcomes.push(outcome)
  const { name, planted, finding, executions, accepted, seconds, branches, missed } = outcome
  const bug = planted ? `planted bug found by input ${count(planted.executions)}` : 'PLANTED BUG NOT FOUND'
  const share = `${count(branches.length - missed.length)} of ${count(branches.length)} branches`
  console.log(
    `${name}: ${bug}; ${count(executions)} inputs, ${count(accepted)} accepted, ${share}, ${Math.round(seconds)} s`,
  )
  if (finding)
    console.log(`\n${finding.problem}\n\nnpm run fuzz -- ${name} --input ${finding.input.toString('base64url')}\n`)
}

async function runInput([named, ...others]: readonly NamedTarget[], input: Buffer) {
  if (!named || others.length > 0) return fail('An input is for one target: name it.')
  const { accepted, finding } = await runTarget(named, { seconds: 1, seed, corpus: [], input })
  if (finding) return fail(finding.problem)
  console.log(accepted > 0 ? 'Accepted.' : 'Rejected as documented.')
}

function fail(message: string) {
  console.error(message)
  process.exitCode = 1
}
