import type { Application, SigningKey } from '../model/applications/application.ts'

/** What an access or grant token says, besides what every token of the application says. */
export type TokenClaims = {
  tokenType: 'jwtAccess' | 'grant'
  /** The user id; absent in a grant for somebody who has not signed up yet. */
  sub?: string
  username: string
  scopes: readonly string[]
  /** The passkey that earned the token; absent in grants and where a code earned it. */
  credID?: string
  /** How a code earned it: `otp`, and `sms` where it came by text message (RFC 8176 §2). */
  amr?: readonly string[]
  /** The passkey whose token showed the code that earned it. */
  via?: string
  /** How often everything issued to the user had been revoked when it was issued; absent: never. */
  epoch?: number
}

/** Claims that an API adds under its own names, such as those about the transaction that earned the token. */
export type ExtraClaims = Readonly<Record<string, string>>

/** What a token that opens no endpoint by itself says: each kind is taken only where it belongs. */
export type StatementClaims = IdTokenClaims | RefreshClaims | ExternalClaims | PayloadClaims

/** How and when somebody signed in: `auth_time` in seconds since 1970 (OpenID Connect Core §2), `amr` by RFC 8176. */
export type SignInClaims = { auth_time: number; amr: readonly string[]; acr?: 'phr' }

/** An ID token (OpenID Connect Core §2). */
export type IdTokenClaims = { tokenType: 'idToken'; sub: string; username: string; name: string } & SignInClaims

/** A refresh token: `rid` says whether it is the latest of the family `fid`, which is all the tokens of one sign-in. */
export type RefreshClaims = { tokenType: 'refreshToken'; sub: string; username: string; fid: string; rid: string }

/** A backend's word that it has authenticated that user. `sub` is absent for somebody who has not signed up yet. */
export type ExternalClaims = { tokenType: 'externalAuth'; sub?: string; username: string; epoch?: number }

/** The payload of an MFA flow, signed. */
export type PayloadClaims = { tokenType: 'mfaPayload'; sub: string } & Readonly<Record<string, unknown>>

export type VerifiedStatement<K extends StatementClaims['tokenType']> = Extract<StatementClaims, { tokenType: K }> & {
  jti: string
  iat: number
  exp: number
}

export type VerifiedClaims = TokenClaims & { jti: string; iat: number; exp: number }

/** A public key as it is published (RFC 7517). */
export type PublicJwk = {
  kty: string
  use: 'sig'
  key_ops: ['verify']
  alg: 'ES256'
  kid: string
  crv: string
  x: string
  y: string
}

/** Signs and checks the tokens of an application (ES256, RFC 7519). */
export interface Tokens {
  /** `seconds`: how long it lives. */
  sign(application: Application, claims: TokenClaims | StatementClaims, seconds: number): Promise<string>
  /** @throws AppError unauthorized: not signed by this application, expired, or not one of its tokens */
  verify(application: Application, token: string): Promise<VerifiedClaims>
  /** @throws AppError unauthorized: not signed by this application, expired, or a token of another kind */
  verifyStatement<K extends StatementClaims['tokenType']>(
    application: Application,
    kind: K,
    token: string,
  ): Promise<VerifiedStatement<K>>
  /** The application that a token claims to be of (`aud`), unverified; undefined when it is no token. */
  readAudience(token: string): string | undefined
  /** Every key in use, the one that signs first, then newest first. */
  publicKeys(application: Application): Promise<PublicJwk[]>
  /** A fresh signing key, its private half sealed under the master key. */
  createKey(appId: string): SigningKey
}

/** Somebody who shows a token. `userId` is absent in a grant for a name that has not signed up. */
export type TokenHolder = {
  application: Application
  userId: string | undefined
  username: string
  scopes: readonly string[]
  /** The passkey that the token stands and falls with; undefined in a grant, and where a code that was sent earned it. */
  passkeyId: string | undefined
  /** When it ends, in milliseconds since 1970, where a code earned it; undefined: a passkey or the backend did. */
  earnedByCodeUntil?: number | undefined
  /** The user's epoch, which is also the token's. */
  tokenEpoch: number
  /** False in a grant for a deactivated user, which only lets a registration report that it can't proceed. */
  active: boolean
  /** Only `jwtAccess` proves a sign-in. */
  tokenType: 'jwtAccess' | 'grant'
}
