/** Counts the failed completions of each session in the memory of this process, because a failure writes nothing. */
export type FailedCompletions = {
  /** Counts an attempt, which can fail; false if too many have. */
  add(sessionId: string): boolean
  /** Forgets an attempt that didn't fail. */
  remove(sessionId: string): void
  /** The number of sessions that are counted. */
  size(): number
}
