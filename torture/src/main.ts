// `npm run torture -- <name>`: runs a reliability target for some minutes, and adds what it reached to docs/reliability.
// `npm run torture -- all`: runs every target completely, and continues after an interruption.
import { parseArgs } from 'node:util'
import { runAll } from './all.ts'
import { createTitle, execute } from './execute.ts'
import { judgeTarget } from './judge.ts'
import { addRecord, clearRecord, type RunRecord, readCommit, readRecord } from './records.ts'
import type { Variant } from './run.ts'
import { keepFilesInMemory } from './storage.ts'
import { findTarget } from './targets.ts'
import type { Torture } from './torture.ts'
import { tortures } from './tortures.ts'

const usage = `Usage: npm run torture -- <name> [options]
       npm run torture -- all [<name> …] [--seed S] [--anew]

${Object.entries(tortures)
  .map(([name, { target, summary }]) => `  ${name.padEnd(12)} ${target.padEnd(5)} ${summary}`)
  .join('\n')}
  all                all of them, or those that are named, completely: with the controls and every figure that the
                     targets require. It needs hours, and continues where it ended before at the same commit.

  --seed S       the seed of the faults and of what clients do; random by default
  --minutes M    how long each variant runs at most; 5 by default
  --rounds N     how many rounds each variant runs at most
  --engine E     only sqlite or postgres
  --nodes N      only 1 or 2 nodes
  --only WHAT    only runs or controls
  --anew         forget the earlier runs of the target
  --json         print the records in JSON instead of adding them
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    rounds: { type: 'string' },
    engine: { type: 'string' },
    nodes: { type: 'string' },
    only: { type: 'string' },
    anew: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [name = '', ...others] = positionals
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const interruption = new AbortController()
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(130)
  process.stderr.write('\nEnding after this round; press Ctrl-C again to end at once.\n')
  interruption.abort()
})
const isKnown = (one: string) => Object.hasOwn(tortures, one)
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (!Number.isInteger(seed)) fail()
if (name === 'all' && others.every(isKnown)) {
  const given = values.seed === undefined ? undefined : seed
  const { anew } = values
  process.exit((await runAll({ names: others, seed: given, anew, signal: interruption.signal })) ? 0 : 1)
}
process.exit((await runOne(isKnown(name) && others.length === 0 ? tortures[name]! : fail())) ? 0 : 1)

function fail(): never {
  process.stderr.write(usage)
  process.exit(2)
}

async function runOne(torture: Torture): Promise<boolean> {
  const [minutes, rounds] = [Number(values.minutes), Number(values.rounds ?? torture.rounds)]
  if (!Number.isInteger(rounds) || !(minutes > 0)) fail()
  if (values.anew) clearRecord(torture.target)
  const storage = torture.needsDisk ? 'disk' : keepFilesInMemory()
  const options = { seed, rounds, minutes, storage, commit: readCommit(), signal: interruption.signal }
  const records: RunRecord[] = []
  for (const variant of chooseVariants(torture)) {
    const record = await execute(torture, variant, options)
    if (!record) continue
    records.push(record)
    if (values.json) continue
    addRecord(torture.target, record)
    print(createTitle(torture, variant), record)
  }
  if (values.json) process.stdout.write(`${JSON.stringify(records, null, 2)}\n`)
  else printJudgment(torture.target)
  return records.every(({ verdict }) => verdict === 'passed' || verdict === 'caught')
}

function chooseVariants({ variants, controls }: Torture) {
  const isChosen = ({ engine, nodes }: Variant) =>
    (values.engine === undefined || values.engine === engine) && (values.nodes ?? String(nodes)) === String(nodes)
  const runs = values.only === 'controls' ? [] : variants
  return [...runs, ...(values.only === 'runs' ? [] : controls)].filter(isChosen)
}

/** Says what all recorded runs of the target show together, and what they lack. */
function printJudgment(id: string) {
  const { verdict, reasons } = judgeTarget(findTarget(id), readRecord(id))
  process.stdout.write(`${[`${id}: ${verdict}`, ...reasons].join('\n    ')}\n`)
}

function print(title: string, { seed, rounds, seconds, verdict, figures, violations }: RunRecord) {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const lines = Object.entries(figures).map(([figure, value]) => `    ${figure}: ${value}`)
  const found = violations.map((violation) => `    ! ${violation}`)
  const summary = `${title}: ${verdict} after ${rounds} rounds in ${seconds} s (seed ${seed})`
  process.stdout.write(`${[summary, ...lines, ...found].join('\n')}\n`)
}
