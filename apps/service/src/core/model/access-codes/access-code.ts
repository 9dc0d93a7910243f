/** short: six digits, for typing; long: 24 random bytes, for links and QR codes; phrase: words, for reading aloud. */
export type AccessCodeType = 'short' | 'long' | 'phrase'

/** The purpose of a code; it can't be used for anything else. */
export type AccessPurpose = 'add_credential' | 'temporary_authentication'

/** A code that signs a user in on another device once it's authorized. Times are milliseconds since 1970. */
export type AccessCode = {
  id: string
  appId: string
  userId: string
  /** The user's epoch when the code was created: it must not have changed. */
  tokenEpoch: number
  type: AccessCodeType
  purpose: AccessPurpose
  /** base64url of a keyed hash, bound to all of the above except the ID. */
  hash: string
  /** Undefined: the code hasn't been authorized yet. */
  authorizedAt: number | undefined
  createdAt: number
  expiresAt: number
}

/** The codes of a user for one purpose. */
export type AccessCodesOf = Pick<AccessCode, 'appId' | 'userId' | 'purpose'>
