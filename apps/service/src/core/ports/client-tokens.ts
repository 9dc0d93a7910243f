import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import type { Eventual } from '../after.ts'
import type { Application } from '../model/applications/application.ts'

/** How and when a user authenticated, as tokens for clients state it (OpenID Connect Core 1.0 §2). */
export type AuthenticationClaims = {
  /** Seconds since 1970. */
  auth_time: number
  /** RFC 8176. */
  amr: readonly string[]
  /** OpenID Connect EAP ACR Values 1.0 §2. */
  acr?: 'phr' | 'phrh' | undefined
}

/** Claims about a user, by scopes and by the `claims` parameter. Reserved ones are left out. */
export type UserClaims = Readonly<Record<string, unknown>>

/** An ID token (OpenID Connect Core 1.0 §2). Its only audience is the client, so it needs no `azp`. */
export type IdTokenRequest = AuthenticationClaims & {
  clientId: string
  sub: string
  nonce?: string | undefined
  /** The session by which the client is notified of a sign-out (Back-Channel Logout 1.0 §2.1). */
  sid?: string | undefined
  /** The access token that is issued with it, for `at_hash` (§3.1.3.6). */
  accessToken?: string | undefined
  user?: UserClaims
}

/** An access token (RFC 9068 §2.2). */
export type ClientAccessRequest = (UserAccess | MachineAccess) & {
  clientId: string
  /** The resources that it is for (RFC 8707), or the issuer's userinfo endpoint. */
  audience: readonly string[]
  scopes: readonly string[]
  /** The thumbprint of the key that it is bound to (RFC 9449 §6.1). */
  jkt?: string | undefined
  user?: UserClaims
}

/** Access for a user. `sub` is the user as the client knows them. */
type UserAccess = AuthenticationClaims & {
  userId: string
  sub: string
  /** The session that it ends with; absent if the user allowed access while they are away. */
  sid?: string | undefined
  /** When the user gave the consent that it depends on, in milliseconds since 1970. */
  consentedAt?: number | undefined
  /** The family of tokens that it was issued with, by which all of them can be revoked. */
  fid?: string | undefined
  /** How often everything issued to the user had been revoked by then; absent: never. */
  epoch?: number | undefined
  /** Claims that userinfo returns besides those of the scopes (OpenID Connect Core 1.0 §5.5). */
  claims?: readonly string[] | undefined
}

/** Access of a client for itself (RFC 6749 §4.4): its `sub` is the client (RFC 9068 §2.2). */
type MachineAccess = { userId?: undefined }

/** A verified access token. `userId` is undefined if a client got it for itself. */
export type VerifiedClientAccess = Partial<AuthenticationClaims> & {
  clientId: string
  userId: string | undefined
  sub: string
  audience: readonly string[]
  scopes: readonly string[]
  jkt: string | undefined
  sid: string | undefined
  fid: string | undefined
  epoch: number | undefined
  consentedAt: number | undefined
  claims: readonly string[]
  jti: string
  iat: number
  exp: number
}

/** An ID token that a client sends back: whom it was about, and which client it was for. It can have expired. */
export type VerifiedHint = { clientId: string; sub: string; sid: string | undefined; auth_time: number; exp: number }

/** A logout token (Back-Channel Logout 1.0 §2.4) about a user, a session, or both. */
export type LogoutTokenRequest = { clientId: string } & ({ sub: string; sid?: string } | { sub?: string; sid: string })

/** A signed userinfo response (OpenID Connect Core 1.0 §5.3.2). */
export type UserinfoRequest = { clientId: string; sub: string; user: UserClaims }

/** A signed statement for the program behind a protected site. */
export type IdentityRequest = {
  /** The origin of the site. */
  audience: string
  sub: string
  user: UserClaims
}

/** Signs the tokens of one response, issued at that time (milliseconds since 1970), without anything that can fail. */
export type PreparedClientTokens = {
  at: number
  /** The `jti` of the access token. */
  accessTokenId: string
  /** `seconds`: its lifetime. */
  signIdToken(request: IdTokenRequest, seconds: number): Promise<string>
  /** `seconds`: its lifetime. */
  signAccessToken(request: ClientAccessRequest, seconds: number): Promise<string>
  signLogoutToken(request: LogoutTokenRequest): Promise<string>
  signUserinfo(request: UserinfoRequest): Promise<string>
  /** `seconds`: its lifetime. */
  signIdentity(request: IdentityRequest, seconds: number): Promise<string>
}

/** Signs and verifies tokens for OpenID clients. None is accepted as a token of the API, nor the other way around. */
export interface ClientTokens {
  /** Like `Tokens.prepare`, for one response. @throws Error: the application has no key of that algorithm */
  prepareFor(application: Application, alg: SigningAlgorithm): Eventual<PreparedClientTokens>
  /**
   * An access token that this application issued for that audience, or for any. Only its signature and claims are verified:
   * the caller looks up whether it was revoked, and whether its user still exists.
   * @throws AppError unauthorized: not an access token of this application, for another audience, or expired
   */
  verifyClientAccess(application: Application, token: string, audience: string | 'any'): Eventual<VerifiedClientAccess>
  /**
   * An ID token as `id_token_hint` (OpenID Connect Core 1.0 §3.1.2.1, RP-Initiated Logout 1.0 §2), expired or not.
   * @throws AppError unauthorized: not an ID token that this application issued with a key that is in use
   */
  verifyHint(application: Application, token: string): Eventual<VerifiedHint>
}
