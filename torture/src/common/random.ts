/** Numbers that follow from a seed: the same faults and choices for the same seed, although not the same interleaving. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both limits included. */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)]!,
  }
}
