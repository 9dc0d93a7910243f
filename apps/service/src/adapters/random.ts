import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Random } from '../core/core.ts'

/**
 * UUIDs v7 that sort in the order in which this process created them: a counter where the standard allows one (RFC 9562
 * §6.2, method 1), which borrows from the next millisecond when it overflows.
 */
export function createOrderedIds(now: () => number): () => string {
  let latest = 0
  let counter = 0
  return () => {
    const at = now()
    if (at > latest) [latest, counter] = [at, 0]
    else if (++counter > 0xfff) [latest, counter] = [latest + 1, 0]
    const time = latest.toString(16).padStart(12, '0')
    const chance = randomUUID().slice(19)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${chance}`
  }
}

/** Randomness from the operating system, and the time of that clock. */
export const createSystemRandom = (now: () => number): Random => ({
  uuid: () => randomUUID(),
  timeId: createOrderedIds(now),
  text: (length) => randomBytes(length).toString('base64url'),
  // randomInt rejects biased values, up to 2^48.
  digits: (length) => String(randomInt(10 ** length)).padStart(length, '0'),
})
