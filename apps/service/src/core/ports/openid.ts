import type { ClaimNames } from '@thumbturn/contract/vocabulary/sso.ts'
import type { OpenIdUser } from '../model/sso/openid-user.ts'

/** The service as a client of an OpenID provider. `discoveryUrl` is without the well-known suffix. */
export type OpenIdClient = {
  discoveryUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Empty: the usual ones, and `groups` if the provider lists it and `roleClaim` is set. */
  scopes: readonly string[]
  claims: ClaimNames
  /** The claim that lists groups. */
  roleClaim: string | undefined
}

/** The values that bind a sign-in at a provider to the browser that started it: random, and known to no one else. */
export type OpenIdBinding = { state: string; nonce: string; verifier: string }

/** `reauthenticates`: the provider must ask the user to sign in, although they are signed in there. */
export type OpenIdRequest = OpenIdBinding & { reauthenticates: boolean; emailHint?: string | undefined }

/** A logout token: it has a subject, a session, or both. */
export type OpenIdLogout = { id: string; expiresAt: number; subject: string | undefined; sid: string | undefined }

/**
 * OpenID Connect. What a provider publishes, and its failure to do so, is kept for seconds, except where a code is redeemed.
 * @throws Outage: the provider can't be reached, or its configuration can't be used; the cause says why
 */
export interface OpenId {
  /** Reads the provider's configuration and keys anew; returns its issuer. */
  check(client: OpenIdClient): Promise<{ issuer: string }>
  /** The address where the browser goes to sign in. */
  createAuthorizationUrl(client: OpenIdClient, request: OpenIdRequest): Promise<string>
  /**
   * Exchanges the code in `parameters`, the query of the redirect URI, for an ID token, and verifies it.
   * @throws AppError sso_rejected
   */
  redeemCode(client: OpenIdClient, response: OpenIdBinding & { parameters: string }): Promise<OpenIdUser>
  /** @throws AppError bad_request: the token isn't a valid logout token of the provider for this client */
  verifyLogoutToken(client: OpenIdClient, token: string): Promise<OpenIdLogout>
}
