import type { AccessCode, AccessCodesOf } from '../../model/access-codes/access-code.ts'
import type { EventRecord } from '../../model/events/event.ts'

/** Where such codes are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface AccessCodeStore {
  /** Replaces the user's code of that purpose and type, and forgets failures. False when the user is gone. */
  put(code: AccessCode, event: EventRecord): Promise<boolean>
  /** Those of a user and purpose that have not expired. */
  listByPurpose(of: AccessCodesOf, now: number): Promise<AccessCode[]>
  find(appId: string, id: string): Promise<AccessCode | undefined>
  /** Forgets the failures before a right answer. */
  recognised(of: AccessCodesOf): Promise<void>
  /** False when it is gone. */
  authorize(code: AccessCode, at: number, event: EventRecord): Promise<boolean>
  /** By one conditional statement: false, and nothing is written, unless it is still there, authorized, and has not expired. */
  spend(code: AccessCode, at: number, event: EventRecord): Promise<boolean>
  /** All of a user and purpose; none is well too. */
  removeAll(of: AccessCodesOf, event: EventRecord): Promise<void>
}
