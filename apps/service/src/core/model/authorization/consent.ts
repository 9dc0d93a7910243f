/** A user's leave for a client to act for them. Times are milliseconds since 1970. */
export type Consent = {
  appId: string
  userId: string
  clientId: string
  /** Those about the user, and those that the client has for resources that aren't registered. */
  scopes: readonly string[]
  resources: readonly string[]
  /** The scopes of each registered resource, by its URI: two resources can have scopes of one name. */
  resourceScopes: Readonly<Record<string, readonly string[]>>
  grantedAt: number
  updatedAt: number
  /** When the client last got tokens by it, to the day; undefined before that. */
  lastUsedAt?: number
}
