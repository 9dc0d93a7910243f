import { createHash } from 'node:crypto'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { ClaimNames } from '@thumbturn/contract/vocabulary/sso.ts'

/** Gives a role to members whose claim has this value. */
export type RoleMapping = RoleAssignment & { value: string }

/** An OpenID provider that members sign in with. Times are milliseconds since 1970. */
export type SsoProvider = {
  id: string
  /** The name on the sign-in page. */
  name: string
  clientId: string
  /** Encrypted for storage. */
  clientSecret: string
  /** Its issuer, which never changes: subjects are unique only within their issuer (OpenID Connect Core 1.0 §5.7). */
  discoveryUrl: string
  /** Members with an email address of these domains sign in there, unless they own the installation. */
  enforcedDomains: readonly string[]
  /** Whether email addresses count that it doesn't assert as verified. */
  trustsEmails: boolean
  /** Whether the directory that provisions members is its own. */
  ownsDirectory: boolean
  /** The requested scopes; empty: the usual scopes. */
  scopes: readonly string[]
  /** Claims that aren't the standard ones. */
  claims: Partial<ClaimNames>
  /** The claim whose values give roles, if one does. */
  roleClaim: string | undefined
  roleMappings: readonly RoleMapping[]
  createdAt: number
  updatedAt: number
}

/** An account of a provider that is linked to a member. Times are milliseconds since 1970. */
export type SsoIdentity = {
  providerId: string
  /** The provider's identifier of the account, which never changes. */
  subject: string
  userId: string
  createdAt: number
} & Assertion & { lastUsedAt?: number }

/** The claims of a provider about an account at its last sign-in. */
export type Assertion = {
  /** A valid address, in lowercase. */
  email?: string
  /** Whether the provider can be relied on for that address. */
  emailVerified: boolean
  /** It sent no groups because there are too many, so the roles stayed as they were. */
  groupsOmitted: boolean
}

/** An account whose member was removed. */
export type RemovedAccount = { providerId: string; accountHash: string; removedAt: number }

/** Identifies an account in paths, and when its member was removed, without its subject, which can be a name. */
export const hashAccount = ({ providerId, subject }: Pick<SsoIdentity, 'providerId' | 'subject'>): string =>
  createHash('sha256')
    .update(JSON.stringify([providerId, subject]))
    .digest('base64url')
