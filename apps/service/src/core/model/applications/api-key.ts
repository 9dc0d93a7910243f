import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'

/** An API key of a backend. The secret itself is shown once and never stored. Times are milliseconds since 1970. */
export type ApiKey = {
  id: string
  appId: string
  name: string
  scopes: readonly KeyScope[]
  /** SHA-256 of the secret part, base64url. */
  secretHash: string
  createdAt: number
  /** To the hour; undefined until it is first used. */
  lastUsedAt: number | undefined
  /** From then on it is rejected; undefined: it never expires. */
  expiresAt: number | undefined
  revokedAt: number | undefined
}
