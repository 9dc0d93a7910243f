import { findMedian } from '@thumbturn/testkit/statistics.ts'
import type { Engine } from './common/installation.ts'
import { createRandom, type Random } from './common/random.ts'

/** The options of a run. */
export type Order = {
  seed: number
  /** It ends after this many rounds … */
  rounds: number
  /** … or, with fewer, at this time, in milliseconds of performance.now(). */
  until: number
  /** Aborted by Ctrl-C: the run ends after the current round. */
  signal: AbortSignal
  /** Called after each round. */
  progress(text: string): void
}

/** One way to run a target: an engine, a number of nodes. */
export type Variant = { engine: Engine; nodes: number }

/** Named numbers, such as counts and times. */
export type Figures = Record<string, number>

/** The findings of a run. */
export type Findings = { rounds: number; figures: Figures; violations: readonly string[] }

/** Whether another round begins. A run ends with its first violation, as later ones would follow from it. */
export const goesOn = (order: Order, { rounds, violations }: Pick<Findings, 'rounds' | 'violations'>) =>
  rounds < order.rounds && performance.now() < order.until && !order.signal.aborted && violations.length === 0

export const randomFor = ({ seed }: Order): Random => createRandom(seed)

/** The median, the highest, and how many there are. */
export function summarize(name: string, milliseconds: readonly number[]): Figures {
  if (milliseconds.length === 0) return {}
  const [median, maximum] = [findMedian(milliseconds), Math.max(...milliseconds)]
  return { [`${name}MedianMs`]: Math.round(median), [`${name}MaximumMs`]: Math.round(maximum) }
}
