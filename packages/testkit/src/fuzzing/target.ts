import type { Random } from './random.ts'

/** A check that is removed from a source while it is loaded, so that a run shows that it would notice. */
export type PlantedBug = {
  /** In words, as in "without …". */
  without: string
  /** From the root. */
  file: string
  /** The text of the check, which occurs once. */
  check: string
  /** The text that takes its place; nothing by default. */
  instead?: string
}

/** A parser, and how it is judged. */
export type FuzzTarget = {
  /** A sentence that holds for every input. */
  promise: string
  /** Globs from the root of the sources whose branches count. */
  sources: readonly string[]
  seeds: readonly (Buffer | string)[]
  /** Words that occur in inputs, besides those in the sources. */
  words?: readonly string[]
  /** The longest input, in bytes; 4,096 by default. */
  longest?: number
  /** Changes an input by its structure; undefined if it has none. Half of the inputs are made by it if there is one. */
  mutate?(input: Buffer, random: Random): Buffer | undefined
  /** Inputs are JSON, which half of the changes keep. */
  isJson?: boolean
  /**
   * Returns whether the input was accepted.
   * @throws Error if it breaks the promise
   */
  run(input: Buffer): boolean | Promise<boolean>
  planted: PlantedBug
}

type ErrorClass = new (...args: never[]) => Error

/** The result of a call; undefined if it throws a documented error. Any other error is a finding. */
export function attempt<T>(documented: ErrorClass, call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    if (error instanceof documented) return undefined
    throw error
  }
}

/** The same for a promise. */
export async function attemptAsync<T>(documented: ErrorClass, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof documented) return undefined
    throw error
  }
}
