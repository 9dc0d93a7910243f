import type { EventRecord } from '../events/event.ts'

/** short: six digits, for typing; long: 24 random bytes, for links and QR codes; phrase: words, for reading out. */
export type AccessCodeType = 'short' | 'long' | 'phrase'

/** What a code is for; it opens nothing else. */
export type AccessPurpose = 'add_credential' | 'temporary_authentication'

/** A code with which somebody on another device gets in once it was authorized. Times are milliseconds since 1970. */
export type AccessCode = {
  id: string
  appId: string
  userId: string
  /** The user's epoch when it was made: it must still be the same. */
  tokenEpoch: number
  type: AccessCodeType
  purpose: AccessPurpose
  /** base64url of a keyed hash, bound to all of the above but the id. */
  hash: string
  /** Undefined: nobody has said yet that whoever shows it may come in. */
  authorizedAt: number | undefined
  createdAt: number
  expiresAt: number
}

/** Whose codes, and for what. */
export type AccessCodesOf = Pick<AccessCode, 'appId' | 'userId' | 'purpose'>

/** Where such codes are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface AccessCodeStore {
  /** Replaces the user's code of that purpose and type, and forgets failures. False when the user is gone. */
  put(code: AccessCode, event: EventRecord): Promise<boolean>
  /** Those of a user and purpose that have not expired. */
  listOf(of: AccessCodesOf, now: number): Promise<AccessCode[]>
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
