import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import type { Eventual } from '../after.ts'
import type { Application, SigningJwk, SigningKey } from '../model/applications/application.ts'
import type { Join } from '../model/members/invitation.ts'
import type { SpentSession } from '../spent-session.ts'
import type { ClientTokens } from './client-tokens.ts'

/** The claims of an access or grant token, besides those that every token has. */
export type TokenClaims = {
  tokenType: 'jwtAccess' | 'grant'
  /** The user ID; absent in a grant for a user who has not signed up yet. */
  sub?: string
  username: string
  scopes: readonly string[]
  /** The passkey that earned the token; absent in grants, and if a code earned it. */
  credID?: string
  /** How a code earned it: `otp`, and `sms` if it was sent by SMS (RFC 8176 §2). */
  amr?: readonly string[]
  /** The passkey whose token showed the code. */
  via?: string
  /** When the user signed in, in seconds since 1970, if the token can have been renewed since. */
  auth_time?: number
  /** How often everything issued to the user had been revoked by then; absent: never. */
  epoch?: number
  /** Only of a grant for a member of the installation: the invitation that allows the registration. */
  join?: Join
  /** Only of a grant for the first passkey of a user, with which one registration can be completed. */
  invited?: true
}

/** Claims that an API adds under its own names, such as those about the transaction that earned the token. */
export type ExtraClaims = Readonly<Record<string, string>>

/** The claims of tokens that give no access to endpoints; each kind is accepted only in its own place. */
export type StatementClaims = IdTokenClaims | RefreshClaims | ExternalClaims | PayloadClaims

/** How and when a user signed in: `auth_time` in seconds since 1970 (OpenID Connect Core §2), `amr` by RFC 8176. */
export type SignInClaims = { auth_time: number; amr: readonly string[]; acr?: 'phr' }

/** An ID token (OpenID Connect Core §2). */
export type IdTokenClaims = { tokenType: 'idToken'; sub: string; username: string; name: string } & SignInClaims

/** A refresh token: `fid` is its family, all tokens of one sign-in; `rid` tells whether it's the latest. */
export type RefreshClaims = { tokenType: 'refreshToken'; sub: string; username: string; fid: string; rid: string }

/** A backend assertion that a user was authenticated. `sub` is absent for a user who has not signed up yet. */
export type ExternalClaims = { tokenType: 'externalAuth'; sub?: string; username: string; epoch?: number }

/** The payload of an MFA flow, signed. */
export type PayloadClaims = { tokenType: 'mfaPayload'; sub: string } & Readonly<Record<string, unknown>>

export type VerifiedStatement<K extends StatementClaims['tokenType']> = Extract<StatementClaims, { tokenType: K }> & {
  jti: string
  iat: number
  exp: number
}

export type VerifiedClaims = TokenClaims & { jti: string; iat: number; exp: number }

/** A published public key (RFC 7517 §4). */
export type PublicJwk = { use: 'sig'; key_ops: ['verify']; kid: string } & (
  | (Extract<SigningJwk, { kty: 'EC' }> & { alg: 'ES256' })
  | (Extract<SigningJwk, { kty: 'RSA' }> & { alg: 'RS256' })
)

/** Signs one token, issued at that time (milliseconds since 1970), without anything that can fail. */
export type PreparedToken = {
  at: number
  /** `seconds`: its lifetime. */
  sign(claims: TokenClaims, seconds: number): Promise<string>
}

/** Signs and verifies the tokens of an application's API (ES256, RFC 7519), and those for its OpenID clients. */
export interface Tokens extends ClientTokens {
  /**
   * Reads the keys and the clock, and draws the ID of a token. A flow does it before it commits: if one of these failed only
   * afterward, the caller would get an error for something that is stored.
   */
  prepare(application: Application): Eventual<PreparedToken>
  /** `seconds`: its lifetime. */
  sign(application: Application, claims: TokenClaims | StatementClaims, seconds: number): Promise<string>
  /** @throws AppError unauthorized: not signed by this application, expired, or not one of its tokens */
  verify(application: Application, token: string): Eventual<VerifiedClaims>
  /** @throws AppError unauthorized: not signed by this application, expired, or a token of another kind */
  verifyStatement<K extends StatementClaims['tokenType']>(
    application: Application,
    kind: K,
    token: string,
  ): Promise<VerifiedStatement<K>>
  /** The application that a token claims as its audience (`aud`), unverified; undefined if it isn't a token. */
  readAudience(token: string): string | undefined
  /** Every key in use: ES256 first, and of each algorithm the one that signs, then newest first. */
  publicKeys(application: Application): Promise<PublicJwk[]>
  /** A new signing key, with its private half sealed under the master key. */
  createKey(appId: string, alg: SigningAlgorithm): Promise<SigningKey>
}

/** The holder of a token. `userId` is absent in a grant for an unknown username. */
export type TokenHolder = {
  application: Application
  userId: string | undefined
  username: string
  scopes: readonly string[]
  /** The passkey that the token depends on; undefined in a grant, and if a sent code earned it. */
  passkeyId: string | undefined
  /** When it expires, in milliseconds since 1970, if a code earned it; undefined if a passkey or the backend did. */
  earnedByCodeUntil?: number | undefined
  /** The epoch of the user and of the token. */
  tokenEpoch: number
  /** False in a grant for a deactivated user, which only lets a registration report that it can't proceed. */
  active: boolean
  /** Only `jwtAccess` proves a sign-in. */
  tokenType: 'jwtAccess' | 'grant'
  /** The invitation that a grant for a member comes from. */
  join?: Join | undefined
  /** The grant itself, if it is for the first passkey of a user: completing a registration spends it. */
  invitation?: SpentSession | undefined
}
