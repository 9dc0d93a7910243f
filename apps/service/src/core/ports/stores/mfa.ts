import type { EventRecord } from '../../model/events/event.ts'
import type { RefreshFamily, Rotation, StepState, TakenFactor } from '../../model/mfa/record.ts'
import type { SpentSession } from '../../spent-session.ts'

/** Where MFA flows leave traces. What has only begun leaves none. */
export interface MfaStore {
  /** One read: whether the step was completed, or is so old that it may have been, and the epoch of its user, if any. */
  findState(of: { appId: string; step: SpentSession; userId: string }): Promise<StepState>
  /** One atomic batch: all of it or nothing. Anything but 'taken' has written nothing. */
  take(factor: TakenFactor): Promise<'taken' | 'session_spent' | 'username_taken' | 'address_taken' | 'user_gone'>
}

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
