import { digestCode } from './code.ts'
import { describeMachine, type RunRecord } from './records.ts'
import type { Findings, Order, Variant } from './run.ts'
import type { Storage } from './storage.ts'
import { findTarget } from './targets.ts'
import { type Control, describeVariant, type Torture } from './torture.ts'

/** The options that the command line has for every variant and control. */
export type Options = {
  seed: number
  rounds: number
  minutes: number
  commit: string
  storage: Storage
  signal: AbortSignal
}

/** How a run is called in the output. */
export const createTitle = ({ target }: Torture, variant: Variant | Control) =>
  `${target}, ${describeVariant(variant)}${'without' in variant ? `, without ${variant.without}` : ''}`

/** Runs one variant, or one control. Undefined if it shows nothing: without a round, or a control that was cut short. */
export async function execute(torture: Torture, variant: Variant | Control, options: Options) {
  const { seed, rounds, minutes, signal } = options
  if (signal.aborted) return undefined
  const begun = performance.now()
  const machine = { ...describeMachine(), storage: options.storage }
  const progress = createProgress(createTitle(torture, variant), begun)
  const own = 'without' in variant ? variant.plan : {}
  const plan = { ...torture.plan, ...own, engine: variant.engine, nodes: variant.nodes }
  const found = await torture.run(plan, { seed, rounds, until: begun + minutes * 60_000, signal, progress })
  const isEmpty = found.rounds === 0 && found.violations.length === 0
  if (isEmpty || (signal.aborted && 'without' in variant)) return undefined
  return createRecord({ torture, variant, found, machine, begun }, options)
}

type Run = {
  torture: Torture
  variant: Variant | Control
  found: Findings
  machine: RunRecord['machine']
  begun: number
}

const createRecord = ({ torture, variant, found, machine, begun }: Run, options: Options): RunRecord => ({
  variant: describeVariant(variant),
  control: 'without' in variant ? variant.without : undefined,
  date: new Date().toISOString().slice(0, 10),
  commit: options.commit,
  code: digestCode(findTarget(torture.target).code),
  seed: options.seed,
  rounds: found.rounds,
  seconds: Math.round((performance.now() - begun) / 1000),
  interrupted: options.signal.aborted ? true : undefined,
  verdict:
    'without' in variant ? (found.violations.length > 0 ? 'caught' : 'not caught') : judge(torture.target, found),
  // Figures that weren't measured, such as the median of no calls, are absent.
  figures: Object.fromEntries(Object.entries(found.figures).filter(([, figure]) => Number.isFinite(figure))),
  violations: found.violations.slice(0, 10),
  machine,
})

function judge(target: string, { violations, figures }: Findings): RunRecord['verdict'] {
  if (violations.length > 0) return 'failed'
  const { limits = {} } = findTarget(target).requirement
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
