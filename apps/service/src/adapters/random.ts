import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'
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

const stockBytes = 4096

/**
 * Random bytes of the operating system, drawn for many calls at once: asking for twelve takes as long as for hundreds. What
 * was taken is erased from the stock.
 */
export function createRandomBytes(): (length: number) => Buffer {
  const stock = Buffer.allocUnsafeSlow(stockBytes)
  let taken = stockBytes
  return (length) => {
    if (length > stockBytes / 16) return randomBytes(length)
    if (taken + length > stockBytes) {
      randomFillSync(stock)
      taken = 0
    }
    const drawn = Buffer.from(stock.subarray(taken, taken + length))
    stock.fill(0, taken, taken + length)
    taken += length
    return drawn
  }
}

/** Randomness from `bytes`, and the time of that clock. */
export const createSystemRandom = (now: () => number, bytes = createRandomBytes()): Random => ({
  uuid: () => randomUUID(),
  timeId: createOrderedIds(now),
  text: (length) => bytes(length).toString('base64url'),
  // randomInt rejects biased values, up to 2^48.
  digits: (length) => String(randomInt(10 ** length)).padStart(length, '0'),
})
