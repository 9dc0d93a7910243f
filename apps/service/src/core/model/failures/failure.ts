/** Consecutive failures to prove something by one method. It outlives codes, sessions and restarts. */
export type FailureCounter = {
  appId: string
  /** A user id, or what stands for a name that nobody has. */
  account: string
  method: string
}
