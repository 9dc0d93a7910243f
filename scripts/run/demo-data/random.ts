import { createHash } from 'node:crypto'

/** Reproducible randomness: the same seed and name give the same sequence (mulberry32). */
export type SeededRandom = {
  /** From 0 up to, and without, 1. */
  next(): number
  below(count: number): number
  /** One of the choices, by weight. */
  choose<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
  uuid(): string
}

export function createSeeded(seed: number, name: string): SeededRandom {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('')
  return {
    next,
    below,
    choose(choices) {
      let rest = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) {
        rest -= weight
        if (rest < 0) return choice
      }
      return choices.at(-1)![1]
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
