import type { AccessCode } from '../access-codes/access-code.ts'
import type { EventRecord } from '../events/event.ts'
import type { Passkey, Spending } from '../passkeys/passkey.ts'
import type { NewUser } from '../users/user.ts'

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

/** Where such credentials are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface CredentialStore {
  /** Oldest first, revoked ones included. */
  listOf(appId: string, userId: string): Promise<Credential[]>
  find(appId: string, id: string): Promise<Credential | undefined>
  /**
   * Adds a credential, with its user where they are new. A user has one of each type:
   * an active one replaces the older, a pending one only what was pending. Failures of its kind are forgotten.
   */
  put(
    credential: Credential,
    with_: {
      newUser?: NewUser
      replaced?: ProvedCredential
      /** The code that allowed it, used up by it. */
      allowedByCode?: AccessCode
      /** The epoch that a known user must still be in. */
      tokenEpoch?: number
      /** Everything issued to the user is revoked with it. */
      signsOut?: boolean
      events: readonly EventRecord[]
    },
  ): Promise<'stored' | 'username_taken' | 'user_gone' | 'used_up'>
  /** Counts a try before it is judged; false when so many in a row have failed that the method is locked. */
  take(given: CredentialTry): Promise<boolean>
  /** False, and nothing is written, when it is gone, or its step, its flow or itself was used meanwhile. */
  recordUse(proved: ProvedCredential): Promise<boolean>
  /** False when that user has no such credential in use. */
  rename(of: Pick<Credential, 'appId' | 'userId' | 'id'>, change: { name: string; at: number }): Promise<boolean>
  /** Revokes everything issued to the user, too. False when that user has no such credential in use. */
  revoke(of: Pick<Credential, 'appId' | 'userId' | 'id'>, at: number, event: EventRecord): Promise<boolean>
  /** Deletes a passkey, remembers that it was revoked, and revokes everything issued to the user. False when it is gone. */
  revokePasskey(passkey: Passkey, revoked: Credential, event: EventRecord): Promise<boolean>
}
