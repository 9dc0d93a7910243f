/** Consecutive failures to prove something by one method. It outlives codes, sessions and restarts. */
export type FailureCounter = {
  appId: string
  /** A user id, or what stands for a name that nobody has. */
  account: string
  method: string
}

/**
 * Where failures are counted. A success by the method clears its counter, a passkey of the user clears all of them
 * (NIST SP 800-63B §5.2.2). Raising and clearing happen in the batches of what they tell about.
 */
export interface FailureStore {
  countOf(counter: FailureCounter): Promise<number>
}
