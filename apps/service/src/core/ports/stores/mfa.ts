import type { RefreshFamily, Rotation, StepState } from '../../model/mfa/record.ts'
import type { SpentSession } from '../../spent-session.ts'

/** Reads what MFA flows wrote. A flow that has only started wrote nothing. */
export interface MfaStore {
  /** One read: whether the step was completed, or is so old that it may have been, and the epoch of its user, if any. */
  findState(of: { appId: string; step: SpentSession; userId: string }): Promise<StepState>
}

/** Reads which refresh token of a family is the latest. */
export interface RefreshStore {
  find(appId: string, id: string): Promise<(RefreshFamily & Rotation) | undefined>
}
