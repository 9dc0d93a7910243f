/** The part of an authorization that its refresh tokens carry on, besides the user and the sign-in. */
export type Grant = {
  scopes: readonly string[]
  /** The audiences that can be asked for with its refresh tokens (RFC 8707 §2.2). */
  resources?: readonly string[]
  /** The `claims` parameter of the authorization request, as JSON (OpenID Connect Core 1.0 §5.5). */
  claims?: string
  nonce?: string
  /** When the user authenticated, in milliseconds since 1970. */
  authTime: number
  acr?: string
  /** When the first refresh token was issued, in milliseconds since 1970. */
  issuedAt?: number
  /** When the user gave the consent that this depends on, in milliseconds since 1970; absent: the client needed none. */
  consentedAt?: number
  /** The browser session in which it was granted. */
  sessionId?: string
  /** The thumbprint of the key that the refresh tokens are bound to (RFC 9449 §5). */
  jkt?: string
}
