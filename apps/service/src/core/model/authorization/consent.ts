/** A user's leave for a client to act for them. Times are milliseconds since 1970. */
export type Consent = {
  appId: string
  userId: string
  clientId: string
  scopes: readonly string[]
  resources: readonly string[]
  grantedAt: number
  updatedAt: number
}
