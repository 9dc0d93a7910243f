import type { FailureCounter } from '../../model/failures/failure.ts'

/**
 * Where failures are counted. A success by the method clears its counter, a passkey of the user clears all of them
 * (NIST SP 800-63B §5.2.2). Raising and clearing happen in the batches of what they tell about.
 */
export interface FailureStore {
  count(counter: FailureCounter): Promise<number>
}
