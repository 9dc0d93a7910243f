import { hash } from './hash.ts'

const known = new Map<string, Buffer>()
const mostKnown = 1000

/** SHA-256 of the RP ID. Servers have few RP IDs and check them constantly, so the last 1000 are cached. */
export function rpIdHash(rpId: string): Buffer {
  const remembered = known.get(rpId)
  if (remembered) return remembered
  if (known.size >= mostKnown) known.clear()
  const made = hash('sha256', rpId)
  known.set(rpId, made)
  return made
}
