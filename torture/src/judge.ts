import type { RunRecord, TargetRecord } from './records.ts'
import type { Requirement, Target } from './targets.ts'

/** Whether recorded runs meet a target and, if not, why. Runs that are too short together measure nothing. */
export type Judgment = { verdict: 'met' | 'not met' | 'not measured'; reasons: readonly string[] }

/** Judges a target by the records and nothing else. A violation disproves the promise however short the run is that found it. */
export function judgeTarget({ requirement }: Target, { runs }: TargetRecord): Judgment {
  const own = runs.filter(({ control }) => control === undefined)
  const violations = listViolations(own)
  const missing = [...findShortfalls(requirement, own), ...(own.length < runs.length ? [] : ['no control was run'])]
  if (violations.length === 0 && missing.length > 0) return { verdict: 'not measured', reasons: missing }
  const reasons = [...violations, ...listUncaught(runs), ...findExcesses(requirement, own)]
  return { verdict: reasons.length === 0 ? 'met' : 'not met', reasons }
}

const listViolations = (runs: readonly RunRecord[]) =>
  runs
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ variant, seed, violations }) => `${variant}, seed ${seed}: ${quote(violations[0]!)}`)

const listUncaught = (runs: readonly RunRecord[]) =>
  runs
    .filter(({ verdict }) => verdict === 'not caught')
    .map(({ control, seed }) => `the control without ${control} was not caught with seed ${seed}`)

const longestQuote = 100

/** The beginning of a violation, as code: it can contain a request with whatever a fuzzer made up. */
function quote(violation: string): string {
  const text = violation.replaceAll('`', "'").replaceAll('|', '/')
  return `\`${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}\``
}

const sum = (runs: readonly RunRecord[], figure: string) =>
  runs.reduce((total, { figures }) => total + (figures[figure] ?? 0), 0)

function findShortfalls({ variants, totals = {}, totalsPerVariant = {} }: Requirement, runs: readonly RunRecord[]) {
  const compare = (figures: Record<string, number>, chosen: readonly RunRecord[]) =>
    Object.entries(figures).flatMap(([figure, needed]) => {
      const reached = sum(chosen, figure)
      const share = reached / needed
      return share >= 1
        ? []
        : [`${inWords(figure)} ${write(reached)} of ${write(needed)}${estimateRest(chosen, share)}`]
    })
  const perVariant = variants.flatMap((variant) => {
    const chosen = runs.filter((run) => run.variant === variant)
    if (chosen.length === 0) return [`${variant}: no run`]
    return compare(totalsPerVariant, chosen).map((reason) => `${variant}: ${reason}`)
  })
  return [...compare(totals, runs), ...perVariant]
}

/** How long the rest takes if it takes as long as what was reached. */
function estimateRest(runs: readonly RunRecord[], share: number): string {
  if (share === 0) return ''
  const seconds = runs.reduce((total, run) => total + run.seconds, 0)
  const minutes = Math.ceil((seconds * (1 / share - 1)) / 60)
  return minutes < 120
    ? ` (${minutes} min more at this pace)`
    : ` (${write(Math.ceil(minutes / 60))} h more at this pace)`
}

const findExcesses = ({ limits = {} }: Requirement, runs: readonly RunRecord[]) =>
  runs.flatMap(({ variant, figures, machine: { load } }) =>
    Object.entries(limits)
      .filter(([figure, limit]) => !(figures[figure]! <= limit))
      .map(([figure, limit]) => {
        const reached = figures[figure]
        if (reached === undefined) return `${variant}: ${inWords(figure)} was not measured`
        const at = load === undefined ? '' : ` (load average ${load})`
        return `${variant}: ${inWords(figure)} ${write(reached)}, at most ${write(limit)} allowed${at}`
      }),
  )

/** `restartMaximumMs` as "restart maximum in ms". */
export const inWords = (figure: string) =>
  figure
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/(?<=\d)Ms$| ms$/, ' in ms')
    .replace(/ mb$/, ' in MB')
    .replace(/ micros$/, ' in µs')
    .replace(/ sign ins$/, ' sign-ins')
    .replace(/^responses(?=\d)/, 'responses ')

/** A number with separators, as in 1,000. */
export const write = (figure: number) => figure.toLocaleString('en')
