import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'

/** An API key of a backend. The secret itself is shown once and never stored. */
export type ApiKey = {
  id: string
  appId: string
  name: string
  scopes: readonly KeyScope[]
  /** SHA-256 of the secret part, base64url. */
  secretHash: string
  createdAt: number
  revokedAt: number | undefined
}
