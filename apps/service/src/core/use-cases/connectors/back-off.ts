import type { Core } from '../../core.ts'

const shortestMs = 1_000
const longestMs = 5 * 60_000
/** A receiver can't ask for more. */
const longestAskedMs = 3_600_000

/** After this many failures in a row, one event is sent alone before more follow. */
export const breakerLimit = 5

/**
 * The pause after a number of failures in a row: random between a second and a bound that doubles up to five minutes,
 * so that connectors that failed together spread out; at least as long as the receiver asks.
 */
export function choosePause({ random }: Pick<Core, 'random'>, failures: number, askedMs = 0): number {
  const bound = Math.min(longestMs, 2 * shortestMs * 2 ** (failures - 1))
  const fraction = Buffer.from(random.text(4), 'base64url').readUInt32BE() / 2 ** 32
  const pause = Math.round(shortestMs + fraction * (bound - shortestMs))
  return Math.max(pause, Math.min(askedMs, longestAskedMs))
}
