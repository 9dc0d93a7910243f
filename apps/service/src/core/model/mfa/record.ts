import type { Spending } from '../../spent-session.ts'
import type { Contact } from '../contacts/contact.ts'
import type { Device } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
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
