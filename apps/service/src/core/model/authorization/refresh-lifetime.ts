import type { Client } from './client.ts'
import type { Grant } from './grant.ts'

type Lifetimes = Pick<Client, 'refreshTokenSeconds' | 'refreshTokenAbsoluteSeconds'>

/** The stored times of the refresh tokens of an authorization. Times are milliseconds since 1970. */
type Family = { expiresAt: number; signedInAt: number; grant?: Grant | undefined }

/** When the refresh tokens of an authorization end if they aren't used again, in milliseconds since 1970. */
export const findIdleEnd = (client: Lifetimes, { at, issuedAt }: { at: number; issuedAt: number }): number =>
  Math.min(at + client.refreshTokenSeconds * 1000, issuedAt + client.refreshTokenAbsoluteSeconds * 1000)

/** The same as the client is now: a lifetime that was shortened ends them earlier. */
export const findFamilyEnd = (client: Lifetimes, family: Family) =>
  Math.min(family.expiresAt, findIssue(family) + client.refreshTokenAbsoluteSeconds * 1000)

/** When the first refresh token of an authorization was issued. */
export const findIssue = ({ grant, signedInAt }: Pick<Family, 'signedInAt' | 'grant'>): number =>
  grant?.issuedAt ?? signedInAt
