/** A step of the wall clock: by how many milliseconds, back where negative, and when it was noticed (by the new time). */
export type ClockJump = { byMs: number; at: number }

/** Watches the wall clock against the monotonic one. */
export type ClockWatch = {
  /** Looks for a jump since the last look; each is returned once. */
  check(): ClockJump | undefined
  /** The latest jump since the start of this process. */
  latest(): ClockJump | undefined
}

/** NTP slews a clock by half a millisecond a second at most, which stays far below this between two looks. */
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
export const jumpInWords = ({ byMs }: Pick<ClockJump, 'byMs'>) =>
  `${byMs < 0 ? 'back' : 'ahead'} by ${Math.round(Math.abs(byMs) / 1000)} s`
