import type { Outcome, Step } from './engine.ts'

/** What writes to SQLite: one at a time, wherever it runs. */
export type Writer = {
  /** Resolves once the batch is on disk. */
  write(steps: readonly Step[]): Promise<Outcome>
  /** Resolves after everything asked for before it. */
  close(): Promise<void>
}

/** A batch and its promise. */
export type Waiting = {
  steps: readonly Step[]
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** Gathers the batches of one turn of the event loop and hands them over together, at the turn's end. */
export function gathering(hand: (group: readonly Waiting[]) => void) {
  let waiting: Waiting[] = []
  const handOver = () => {
    const group = waiting
    waiting = []
    hand(group)
  }
  return (steps: readonly Step[]) =>
    new Promise<Outcome>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(handOver)
      waiting.push({ steps, resolve, reject })
    })
}
