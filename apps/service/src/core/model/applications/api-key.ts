/** Scopes of an API key. */
export const apiKeyScopes = [
  'passkey:read',
  'passkey:write',
  'profile:read',
  'profile:write',
  'reg:write',
  'auth:write',
  'user:read',
  'user:write',
  'external:verify',
  // Only for keys of the installation's own application, to administer all applications.
  'admin',
] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** An API key of a backend. The secret itself is shown once and never stored. */
export type ApiKey = {
  id: string
  appId: string
  name: string
  scopes: readonly ApiKeyScope[]
  /** SHA-256 of the secret part, base64url. */
  secretHash: string
  createdAt: number
  revokedAt: number | undefined
}
