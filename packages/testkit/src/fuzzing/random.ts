/** A reproducible source of randomness. `below` returns 0 for a limit of 0. */
export type Random = { below(limit: number): number; pick<T>(items: readonly T[]): T; bytes(length: number): Buffer }

const createRandom = (below: Random['below']): Random => ({
  below,
  pick: (items) => items[below(items.length)]!,
  bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
})

/** The same seed gives the same numbers (xorshift32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1
  return createRandom((limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return limit === 0 ? 0 : (state >>> 0) % limit
  })
}

/**
 * The bytes decide, one or two for each number, and zero once they are used up: so a fuzzer can change one decision of a generator, and
 * keep the others.
 */
export function randomFromBytes(bytes: Buffer): Random {
  let at = 0
  const next = () => bytes[at++] ?? 0
  return createRandom((limit) => {
    if (limit <= 1) return 0
    return (limit <= 256 ? next() : next() * 256 + next()) % limit
  })
}
