import type { MemberWithRoles } from './member.ts'

/** A session of a member in the dashboard. Its token is only in the member's browser. Times are milliseconds since 1970. */
export type MemberSession = {
  id: string
  /** SHA-256 of the token, base64url. */
  tokenHash: string
  appId: string
  userId: string
  /** The passkey that it was created with, or confirmed with last. The session ends when the passkey is deleted. */
  passkeyId: string | undefined
  /** The single sign-on provider that it was created with. The session ends when the provider is deleted. */
  providerId?: string
  /** The session at that provider, if it names it. */
  sid?: string
  /** The user's epoch: whatever signs the user out ends the session. */
  tokenEpoch: number
  createdAt: number
  /** When it was last used, to the minute. */
  lastUsedAt: number
  /** When the member last authenticated for it, with a passkey or at the provider; 0 if the provider doesn't say when. */
  confirmedAt: number
  expiresAt: number
  address: string | undefined
  userAgent: string | undefined
}

/** A session with its member, as they are now. */
export type OpenedSession = { session: MemberSession; member: MemberWithRoles }
