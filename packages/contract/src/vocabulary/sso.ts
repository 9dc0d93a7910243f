/** An installation has at most this many single sign-on providers. */
export const mostSsoProviders = 20

/** The outcomes of a test of the connection to a provider. */
export const ssoTestOutcomes = ['good', 'failed'] as const

/**
 * The facts from the claims of a provider, and the claim that each is read from unless the provider's settings name
 * another.
 */
export const standardClaims = {
  email: 'email',
  emailVerified: 'email_verified',
  name: 'name',
  username: 'preferred_username',
  externalId: 'sub',
} as const

/** The names of claims, or dotted paths to them. */
export type ClaimNames = Readonly<Record<keyof typeof standardClaims, string>>

/** The scopes that a provider is asked for unless its settings list others. */
export const standardScopes = ['openid', 'email', 'profile'] as const

/** The scope that many providers want for the groups of a user. */
export const groupsScope = 'groups'
