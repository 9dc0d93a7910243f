import type { FailureCounter } from '../../model/failures/failure.ts'

/**
 * Reads failure counters. A success by the method clears its counter, a passkey of the user clears all of them
 * (NIST SP 800-63B §5.2.2).
 */
export interface FailureStore {
  count(counter: FailureCounter): Promise<number>
}
