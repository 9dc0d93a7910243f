// `npm run torture -- <name>`: runs a reliability target for some minutes, and adds what it reached to docs/reliability.
import { parseArgs } from 'node:util'
import { judgeTarget } from './judge.ts'
import { addRecord, clearRecord, describeMachine, type RunRecord, readCommit, readRecord } from './records.ts'
import type { Findings, Order, Variant } from './run.ts'
import { targets } from './targets.ts'
import { type Control, describeVariant, type Torture } from './torture.ts'
import { tortures } from './tortures.ts'

const usage = `Usage: npm run torture -- <name> [options]

${Object.entries(tortures)
  .map(([name, { target, summary }]) => `  ${name.padEnd(12)} ${target}  ${summary}`)
  .join('\n')}

  --seed S       the seed of the faults and of what clients do; random by default
  --minutes M    how long each variant runs at most; 5 by default
  --rounds N     how many rounds each variant runs at most
  --engine E     only sqlite or postgres
  --nodes N      only 1 or 2 nodes
  --only WHAT    only runs or controls
  --anew         forget the earlier runs of the target
  --json         print the records in JSON
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
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
if (values.help) {
  process.stdout.write(usage)
  process.exit()
}
const [name = ''] = positionals
const torture = Object.hasOwn(tortures, name) ? tortures[name]! : fail()
const [seed, minutes, rounds] = [Number(values.seed), Number(values.minutes), Number(values.rounds ?? torture.rounds)]
if (![seed, rounds].every(Number.isInteger) || !(minutes > 0)) fail()

const interruption = new AbortController()
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(130)
  process.stderr.write('\nEnding after this round; press Ctrl-C again to end at once.\n')
  interruption.abort()
})

const isChosen = ({ engine, nodes }: Variant) =>
  (values.engine === undefined || values.engine === engine) && (values.nodes ?? String(nodes)) === String(nodes)
const records: RunRecord[] = []
const commit = readCommit()
if (values.anew) clearRecord(torture.target)
for (const variant of values.only === 'controls' ? [] : torture.variants.filter(isChosen))
  await execute(torture, variant)
for (const control of values.only === 'runs' ? [] : torture.controls.filter(isChosen)) await execute(torture, control)
if (values.json) process.stdout.write(`${JSON.stringify(records, null, 2)}\n`)
else printJudgment(torture.target)
process.exit(records.every(({ verdict }) => verdict === 'passed' || verdict === 'caught') ? 0 : 1)

function fail(): never {
  process.stderr.write(usage)
  process.exit(2)
}

/** Runs one variant, or one control, and records it. */
async function execute({ target, plan, run }: Torture, variant: Variant | Control) {
  if (interruption.signal.aborted) return
  const begun = performance.now()
  const machine = describeMachine()
  const control = 'without' in variant ? variant.without : undefined
  const title = `${target}, ${describeVariant(variant)}${control === undefined ? '' : `, without ${control}`}`
  const order: Order = {
    seed,
    rounds,
    until: begun + minutes * 60_000,
    signal: interruption.signal,
    progress: createProgress(title, begun),
  }
  const own = 'without' in variant ? variant.plan : {}
  const found = await run({ ...plan, ...own, engine: variant.engine, nodes: variant.nodes }, order)
  // Without a round, or cut short, it shows nothing.
  const isEmpty = found.rounds === 0 && found.violations.length === 0
  if (isEmpty || (interruption.signal.aborted && control !== undefined)) return
  const record: RunRecord = {
    variant: describeVariant(variant),
    control,
    date: new Date().toISOString().slice(0, 10),
    commit,
    seed,
    rounds: found.rounds,
    seconds: Math.round((performance.now() - begun) / 1000),
    interrupted: interruption.signal.aborted ? true : undefined,
    verdict: control === undefined ? judge(target, found) : found.violations.length > 0 ? 'caught' : 'not caught',
    // Figures that weren't measured, such as the median of no calls, are absent.
    figures: Object.fromEntries(Object.entries(found.figures).filter(([, figure]) => Number.isFinite(figure))),
    violations: found.violations.slice(0, 10),
    machine,
  }
  addRecord(target, record)
  records.push(record)
  print(title, record)
}

function judge(target: string, { violations, figures }: Findings): RunRecord['verdict'] {
  if (violations.length > 0) return 'failed'
  const limits = targets.find(({ id }) => id === target)?.requirement?.limits ?? {}
  // A figure that wasn't measured is not within its limit.
  return Object.entries(limits).every(([figure, limit]) => figures[figure]! <= limit) ? 'passed' : 'too slow'
}

/** On a terminal a line that changes; otherwise a line every ten seconds. */
function createProgress(title: string, begun: number): Order['progress'] {
  let shownAt = 0
  return (text) => {
    const now = performance.now()
    const isTerminal = process.stderr.isTTY
    if (!isTerminal && now - shownAt < 10_000) return
    shownAt = now
    const line = `${title}: ${text}, ${Math.round((now - begun) / 1000)} s`
    process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`)
  }
}

/** Says what all recorded runs of the target show together, and what they lack. */
function printJudgment(id: string) {
  const { verdict, reasons } = judgeTarget(targets.find((target) => target.id === id)!, readRecord(id))
  process.stdout.write(`${[`${id}: ${verdict}`, ...reasons].join('\n    ')}\n`)
}

function print(title: string, { seed, rounds, seconds, verdict, figures, violations }: RunRecord) {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if (values.json) return
  const lines = Object.entries(figures).map(([figure, value]) => `    ${figure}: ${value}`)
  const found = violations.map((violation) => `    ! ${violation}`)
  const summary = `${title}: ${verdict} after ${rounds} rounds in ${seconds} s (seed ${seed})`
  process.stdout.write(`${[summary, ...lines, ...found].join('\n')}\n`)
}
