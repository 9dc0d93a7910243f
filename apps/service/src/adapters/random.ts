import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Random } from '../core/core.ts'

/** Chance from the operating system. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  timeId: () => randomUUIDv7(),
  text: (length) => randomBytes(length).toString('base64url'),
}
