import type { Contact } from '../contacts/contact.ts'
import type { Device } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
import type { Spending } from '../passkeys/passkey.ts'
import type { NewUser } from '../users/user.ts'

/** All that one factor writes that is not a passkey. */
export type TakenFactor = {
  appId: string
  /** The step, and what proved the factor where that works once. */
  spendings: readonly Spending[]
  /** Somebody new, whose flow this completes. */
  newUser: NewUser | undefined
  /** What they proved to be reached at. */
  contacts: readonly Contact[]
  /** Whose device is remembered, where this completes the flow. */
  device: (Device & { userId: string }) | undefined
  events: readonly EventRecord[]
}

export type StepState = { isSpent: boolean; tokenEpoch: number | undefined }

/** Where MFA flows leave traces. What has only begun leaves none. */
export interface MfaStore {
  /** One read: whether the step was completed, or is so old that it may have been, and the epoch of its user, if any. */
  stateOf(of: { appId: string; step: Spending; userId: string }): Promise<StepState>
  /** One atomic batch: all of it or nothing. Anything but 'taken' has written nothing. */
  take(factor: TakenFactor): Promise<'taken' | 'session_spent' | 'username_taken' | 'address_taken' | 'user_gone'>
}

/** Everything that the refresh tokens of one sign-in have in common. Times are milliseconds since 1970. */
export type RefreshFamily = {
  appId: string
  id: string
  userId: string
  /** The user's epoch at the sign-in: it must still be the same. */
  tokenEpoch: number
  /** Where a passkey was part of the sign-in: it must still be there. */
  passkeyId: string | undefined
  /** How it was done (RFC 8176). */
  amr: readonly string[]
  signedInAt: number
  expiresAt: number
  revokedAt: number | undefined
}

/** Which refresh token of a family is the latest, the one that was exchanged for it, and when. */
export type Rotation = { latest: string; previous: string | undefined; rotatedAt: number | undefined }

/** Stores which refresh token of a family is the latest. */
export interface RefreshStore {
  /** `token`: the id of its first token. False, and nothing is written, when the user is gone. */
  add(family: RefreshFamily, token: string): Promise<boolean>
  find(appId: string, id: string): Promise<(RefreshFamily & Rotation) | undefined>
  /** Replaces the latest token; false, and nothing is written, when `used` is not it or the family is revoked. */
  rotate(family: { appId: string; id: string }, tokens: { used: string; next: string; at: number }): Promise<boolean>
  /** False, and nothing is written, when it was revoked before. */
  revoke(family: { appId: string; id: string }, event: EventRecord): Promise<boolean>
}
