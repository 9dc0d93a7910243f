import type { AccessCode, AccessCodesOf } from '../../model/access-codes/access-code.ts'

/** Reads access codes. */
export interface AccessCodeStore {
  /** Those of a user and purpose that have not expired. */
  listByPurpose(of: AccessCodesOf, now: number): Promise<AccessCode[]>
  find(appId: string, id: string): Promise<AccessCode | undefined>
}
