/** Consecutive failed attempts by one method. The count survives codes, sessions, and restarts. */
export type FailureCounter = {
  appId: string
  /** A user ID, or a placeholder for an unknown username. */
  account: string
  method: string
}
