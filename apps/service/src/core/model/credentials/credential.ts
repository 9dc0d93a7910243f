import type { SpentSession } from '../../spent-session.ts'
import type { EventRecord } from '../events/event.ts'

/** Passkeys (`fido2`) are recorded here only once they're revoked. */
export type CredentialType = 'fido2' | 'password' | 'publickey' | 'recovery_code' | 'phone_otp' | 'email_otp' | 'totp'

/** pending: started, but the user hasn't yet shown that they hold it. */
export type CredentialStatus = 'active' | 'pending' | 'revoked'

/** A credential that is not a passkey. Times are milliseconds since 1970. */
export type Credential = {
  id: string
  appId: string
  userId: string
  type: CredentialType
  status: CredentialStatus
  name: string
  /** An Argon2id hash (password), PEM (public key), keyed hash (recovery code), or contact key (codes); otherwise empty. */
  secret: string
  /** The time step of the last used code (totp), otherwise 0. */
  lastStep: number
  createdAt: number
  updatedAt: number
}

/** The writes of a successful attempt. */
export type CredentialUse = {
  credential: Credential
  /** The time step that is used up (totp), otherwise 0. */
  step: number
  /** Whether the credential is used up, as a recovery code is. */
  isUsedUp: boolean
  /** The session of the flow that ends with it. */
  spending?: SpentSession
  at: number
  events: readonly EventRecord[]
}
