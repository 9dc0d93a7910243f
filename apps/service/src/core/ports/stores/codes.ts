import type { Code, CodeAttempt, CodeMethod, SpentCode } from '../../model/codes/code.ts'
import type { EventRecord } from '../../model/events/event.ts'

/** Where codes are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface CodeStore {
  /** Replaces the older code of its purpose and method, and has all its tries. False when the user is gone. */
  put(code: Code, events: readonly EventRecord[]): Promise<boolean>
  /**
   * Takes one try of every code that still has one and has not expired, counting a failure of its method; a success
   * clears that. Answers the methods whose code gave a try: only those may be compared.
   */
  take(given: CodeAttempt): Promise<readonly CodeMethod[]>
  listByPurpose(of: Pick<Code, 'appId' | 'account' | 'purpose'>): Promise<Code[]>
  /** By one conditional statement: false, and nothing is written, unless it is still there, has not expired, and its method is not locked. */
  spend(spent: SpentCode): Promise<boolean>
}
