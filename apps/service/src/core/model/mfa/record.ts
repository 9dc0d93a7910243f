import type { Grant } from '../authorization/grant.ts'

export type StepState = { isSpent: boolean; tokenEpoch: number | undefined }
/** The fields that all refresh tokens of one sign-in share. Times are milliseconds since 1970. */
export type RefreshFamily = {
  appId: string
  id: string
  userId: string
  /** The user's epoch at the sign-in: it must not have changed. */
  tokenEpoch: number
  /** The passkey of the sign-in, if any: it must still exist. */
  passkeyId: string | undefined
  /** The authentication methods (RFC 8176). */
  amr: readonly string[]
  signedInAt: number
  expiresAt: number
  revokedAt: number | undefined
  /** The OAuth client that the tokens were issued to, with what was granted to it; absent for the application itself. */
  clientId?: string
  grant?: Grant
}

/** The latest refresh token of a family, the one that was exchanged for it, and when. */
export type Rotation = { latest: string; previous: string | undefined; rotatedAt: number | undefined }
