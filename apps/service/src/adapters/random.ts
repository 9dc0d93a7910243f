import { randomBytes, randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Random } from '../core/core.ts'

// The 48 bits of time at the head of a UUID v7, as text.
const timeLength = 13

/**
 * UUIDs v7 that sort by the order in which this process made them: a counter where the standard allows one
 * (RFC 9562 §6.2, method 1), as chance alone gives no order within a millisecond.
 */
function orderedIds(): () => string {
  let latest = ''
  let counter = 0
  return () => {
    const id = randomUUIDv7()
    const time = id.slice(0, timeLength)
    counter = time > latest ? 0 : (counter + 1) & 0xfff
    if (time > latest) latest = time
    return `${latest}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`
  }
}

/** Chance from the operating system. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  timeId: orderedIds(),
  text: (length) => randomBytes(length).toString('base64url'),
  // randomInt draws again what would favour some numbers, up to 2^48.
  digits: (length) => String(randomInt(10 ** length)).padStart(length, '0'),
}
