/** Scopes that an access token or a grant can have. */
export const userScopes = [
  'passkey:read',
  'passkey:write',
  'profile:read',
  'profile:write',
  'reg:write',
  'auth:write',
] as const

export type UserScope = (typeof userScopes)[number]

/** Scopes that an API key of an application can have. */
export const apiKeyScopes = [
  ...userScopes,
  'user:read',
  'user:write',
  'group:read',
  'group:write',
  'external:verify',
  'client:register',
] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The scope of the installation's own API keys, which administer all applications. */
export const adminScope = 'admin'

/** Scopes of the installation's own API keys with which a directory reads and provisions members and groups (SCIM). */
export const directoryScopes = ['profile:read', 'profile:write'] as const satisfies readonly ApiKeyScope[]

export type DirectoryScope = (typeof directoryScopes)[number]

/** Every scope that some API key can have. */
export type KeyScope = ApiKeyScope | typeof adminScope

/** Scopes of the tokens that customers' backends sign for the first-generation API. */
export const serviceScopes = [
  'auth.register',
  'auth.login',
  'auth.login_restricted',
  'auth.temporary',
  'tx.create',
  'codes.generate',
  'codes.authorize',
  'codes.invalidate',
  'codes.self_generate',
  'credentials.list',
  'credentials.rename',
  'credentials.revoke',
  'credentials.add',
  'credentials.force_add',
  'credentials.add_recovery',
  'credentials.replace',
  'users.create',
  'users.list',
  'users.retrieve',
  'users.delete',
  'users.activate',
  'users.deactivate',
  'users.email_verification_dispatch',
] as const

export type ServiceScope = (typeof serviceScopes)[number]
