/** By how much the clocks of two nodes can differ without an effect on users. */
export const mostSkewMs = 120_000

/** A jump of the wall clock: by how many milliseconds (negative: backward), and the new time when it was noticed. */
export type ClockJump = { byMs: number; at: number }

/** Compares the wall clock with the monotonic one. */
export type ClockWatch = {
  /** Returns a jump since the last check. Each jump is returned once. */
  check(): ClockJump | undefined
  /** The latest jump since the start of this process. */
  latest(): ClockJump | undefined
}

/** NTP slews a clock by at most half a millisecond per second, far less than this between two checks. */
const leastJumpMs = 5_000

export function watchClock({ now, monotonic }: { now(): number; monotonic(): number }): ClockWatch {
  let offset = now() - monotonic()
  let latest: ClockJump | undefined
  return {
    check() {
      const at = now()
      const byMs = Math.round(at - monotonic() - offset)
      offset += byMs
      if (Math.abs(byMs) < leastJumpMs) return undefined
      latest = { byMs, at }
      return latest
    },
    latest: () => latest,
  }
}

/** Such as "back by 3600 s". */
export const describeJump = ({ byMs }: Pick<ClockJump, 'byMs'>) =>
  `${byMs < 0 ? 'back' : 'ahead'} by ${Math.round(Math.abs(byMs) / 1000)} s`
