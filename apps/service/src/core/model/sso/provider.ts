import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { ClaimNames } from '@thumbturn/contract/vocabulary/sso.ts'

/** Gives a role to members whose claim has this value. */
export type RoleMapping = RoleAssignment & { value: string }

/** An OpenID provider that members sign in with. Times are milliseconds since 1970. */
export type SsoProvider = {
  id: string
  /** What the sign-in page calls it. */
  name: string
  clientId: string
  /** Encrypted for storage. */
  clientSecret: string
  /** Where its configuration is, without `/.well-known/openid-configuration`. */
  discoveryUrl: string
  /** Members with an email address of these domains can't sign in with a passkey, unless they own the installation. */
  enforcedDomains: readonly string[]
  /** Whether email addresses count that it doesn't assert as verified. */
  trustsEmails: boolean
  /** What it is asked for; empty: the usual scopes. */
  scopes: readonly string[]
  /** Claims that aren't the standard ones. */
  claims: Partial<ClaimNames>
  /** The claim whose values give roles, if one does. */
  roleClaim: string | undefined
  roleMappings: readonly RoleMapping[]
  createdAt: number
  updatedAt: number
}

/** A member as a provider knows them: `subject` never changes there. */
export type SsoIdentity = { providerId: string; subject: string; userId: string; createdAt: number }
