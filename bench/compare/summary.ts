import { findMedian, findPercentile } from '@thumbturn/testkit/statistics.ts'
import { alignColumns } from '../load/table.ts'
import type { Comparison } from './options.ts'
import type { Both, SideRound } from './pair.ts'

/** The most that a work can take of the processor time it took, so that noise doesn't count as a loss. */
export const mostRatio = 1.05
/** The most errors for each work that succeeds: on a busy machine, both reject a few calls. */
const mostErrorShare = 0.01

/**
 * Medians of the rounds, processor time in microseconds. `ratio` is the median of `ratios`, those of each round, and half of
 * them are between the `quartiles`.
 */
export type WorkSummary = {
  name: Comparison
  cpuEach: Both<number>
  ratio: number
  quartiles: readonly [number, number]
  ratios: readonly number[]
  perSecond: Both<number>
  p99: Both<number>
  rssMb: Both<number>
  /** As a share of what succeeded. */
  errorShare: number
}

/** The services before their first call. */
export type Idle = Both<{ cpuMsPerSecond: number; rssMb: number }>

export function summarize(name: Comparison, rounds: readonly Both<SideRound>[]): WorkSummary {
  const middle = (figure: 'cpuEach' | 'perSecond' | 'p99' | 'rssMb'): Both<number> => ({
    base: findMedian(rounds.map(({ base }) => base[figure])),
    tree: findMedian(rounds.map(({ tree }) => tree[figure])),
  })
  const total = (figure: 'count' | 'errors') =>
    rounds.reduce((sum, { base, tree }) => sum + base[figure] + tree[figure], 0)
  const ratios = rounds.map(({ base, tree }) => tree.cpuEach / base.cpuEach)
  return {
    name,
    cpuEach: middle('cpuEach'),
    ratio: findMedian(ratios),
    quartiles: [findPercentile(ratios, 0.25), findPercentile(ratios, 0.75)],
    ratios,
    perSecond: middle('perSecond'),
    p99: middle('p99'),
    rssMb: middle('rssMb'),
    errorShare: total('errors') / total('count'),
  }
}

/** Whether a work failed or became more expensive. */
export const isLoss = ({ ratio, errorShare }: WorkSummary) => !(ratio <= mostRatio && errorShare <= mostErrorShare)

/** The summary as text for a terminal. */
export function toTable(idle: Idle, works: readonly WorkSummary[]): string {
  const both = ({ base, tree }: Both<number>, digits = 0) => [base.toFixed(digits), tree.toFixed(digits)]
  const rows = works.map((work) => [
    work.name,
    ...both(work.cpuEach),
    `${work.ratio.toFixed(3)} ×`,
    work.quartiles.map((ratio) => ratio.toFixed(3)).join(' to '),
    ...both(work.perSecond),
    ...both(work.p99, 1),
    ...both(work.rssMb),
    `${(work.errorShare * 100).toFixed(1)} %`,
  ])
  const titles = [
    'CPU µs each',
    'now',
    'ratio',
    'half of them',
    'per second',
    'now',
    'p99 ms',
    'now',
    'RSS MB',
    'now',
    'errors',
  ]
  const toText = ({ cpuMsPerSecond, rssMb }: Idle['base']) =>
    `${cpuMsPerSecond.toFixed(2)} ms of processor time a second, ${rssMb.toFixed(0)} MB`
  return [...alignColumns([['', ...titles], ...rows]), `Idle: ${toText(idle.base)}; now ${toText(idle.tree)}`].join(
    '\n',
  )
}
