import type { AccessCode } from '../../model/access-codes/access-code.ts'
import type { Credential, CredentialAttempt, CredentialUse } from '../../model/credentials/credential.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { NewUser } from '../../model/users/user.ts'

/** Where such credentials are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface CredentialStore {
  /** Oldest first, revoked ones included. */
  listByUser(appId: string, userId: string): Promise<Credential[]>
  find(appId: string, id: string): Promise<Credential | undefined>
  /**
   * Adds a credential, with its user where they are new. A user has one of each type:
   * an active one replaces the older, a pending one only what was pending. Failures of its kind are forgotten.
   */
  put(
    credential: Credential,
    with_: {
      newUser?: NewUser
      replaced?: CredentialUse
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
  take(given: CredentialAttempt): Promise<boolean>
  /** False, and nothing is written, when it is gone, or its step, its flow or itself was used meanwhile. */
  recordUse(proved: CredentialUse): Promise<boolean>
  /** False when that user has no such credential in use. */
  rename(of: Pick<Credential, 'appId' | 'userId' | 'id'>, change: { name: string; at: number }): Promise<boolean>
  /** Revokes everything issued to the user, too. False when that user has no such credential in use. */
  revoke(of: Pick<Credential, 'appId' | 'userId' | 'id'>, at: number, event: EventRecord): Promise<boolean>
  /** Deletes a passkey, remembers that it was revoked, and revokes everything issued to the user. False when it is gone. */
  revokePasskey(passkey: Passkey, revoked: Credential, event: EventRecord): Promise<boolean>
}
