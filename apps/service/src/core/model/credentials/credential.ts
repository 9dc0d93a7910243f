import type { Spending } from '../../spending.ts'
import type { EventRecord } from '../events/event.ts'

/** What this table keeps: everything but passkeys, which are remembered here only once they were revoked. */
export type CredentialType = 'fido2' | 'password' | 'publickey' | 'recovery_code' | 'phone_otp' | 'email_otp' | 'totp'

/** pending: begun, and not yet proved to be in the user's hands. */
export type CredentialStatus = 'active' | 'pending' | 'revoked'

/** A credential that only the first generation has. Times are milliseconds since 1970. */
export type Credential = {
  id: string
  appId: string
  userId: string
  type: CredentialType
  status: CredentialStatus
  name: string
  /** An Argon2id hash (password), a PEM (public key), a keyed hash (recovery code), the key of a contact (codes); empty where there is nothing to keep. */
  secret: string
  /** The last time step of which a code was used (totp), otherwise 0. */
  lastStep: number
  createdAt: number
  updatedAt: number
}

/** A try of somebody at their credential of one type; `account` is the user id, or stands for a name that nobody has. */
export type CredentialTry = {
  appId: string
  account: string
  userId: string | undefined
  method: string
  at: number
  most: number
}

/** What a right answer writes. */
export type ProvedCredential = {
  credential: Credential
  /** The time step to be used up; 0 where there are none. */
  step: number
  /** A recovery code is gone once it was used. */
  isUsedUp: boolean
  /** The flow that ends with it. */
  spending?: Spending
  at: number
  events: readonly EventRecord[]
}
