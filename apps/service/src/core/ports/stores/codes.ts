import type { Code, CodeAttempt, CodeMethod } from '../../model/codes/code.ts'

/** Reads one-time codes, and takes attempts at them. */
export interface CodeStore {
  /**
   * Takes one attempt at every code that still has one and has not expired, counting a failure of its method; a success
   * clears that. Returns the methods whose code gave an attempt: only those can be compared.
   */
  take(attempt: CodeAttempt): Promise<readonly CodeMethod[]>
  listByPurpose(of: Pick<Code, 'appId' | 'account' | 'purpose'>): Promise<Code[]>
}
