import type { Prompt } from '@thumbturn/contract/vocabulary/openid.ts'
import type { ClaimsRequest } from './claims-request.ts'

/** A valid authorization request of a client (RFC 6749 §4.1.1, OpenID Connect Core 1.0 §3.1.2.1). */
export type AuthorizationRequest = {
  clientId: string
  redirectUri: string
  state?: string
  nonce?: string
  /** Those that the client asks for, and can ask for. */
  scopes: readonly string[]
  /** RFC 8707. */
  resource?: string
  /** RFC 7636, of the method S256. */
  codeChallenge?: string
  prompts: readonly Prompt[]
  /** How long ago the user may have authenticated, in seconds. */
  maxAge?: number
  acrValues: readonly string[]
  loginHint?: string
  /** Languages in order of preference (BCP 47). */
  uiLocales: readonly string[]
  claims?: ClaimsRequest
  /** The only user who can sign in, as the client knows them: the subject of an `id_token_hint` or of the claim `sub`. */
  subject?: string
  /** The key that the code is bound to (RFC 9449 §10). */
  jkt?: string
}
