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
