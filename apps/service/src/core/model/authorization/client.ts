import type {
  ClientAlgorithm,
  ClientAuthMethod,
  ClientType,
  GrantType,
} from '@thumbturn/contract/vocabulary/openid-clients.ts'

/** A secret of a client, which is shown once. Times are milliseconds since 1970. */
export type ClientSecret = {
  id: string
  /** SHA-256 of the secret, base64url: its 256 random bits need no slow hash. */
  hash: string
  /** Its last four characters, by which an operator tells two secrets apart. */
  hint: string
  createdAt: number
  expiresAt?: number
}

/** The choices of members about a client, besides its ID and secrets. */
export type ClientSettings = {
  name: string
  type: ClientType
  logoUrl?: string
  homepageUrl?: string
  policyUrl?: string
  termsUrl?: string
  /** Compared exactly (OAuth 2.1 §2.3.1), except for the port of a loopback address of a native client (RFC 8252 §7.3). */
  redirectUris: readonly string[]
  /** Compared exactly (OpenID Connect RP-Initiated Logout 1.0 §3.1). */
  postLogoutRedirectUris: readonly string[]
  /** Where logout tokens are sent (OpenID Connect Back-Channel Logout 1.0 §2.2). */
  backchannelLogoutUri?: string
  authMethod: ClientAuthMethod
  /** The public keys of `private_key_jwt`: given, or read from `jwksUri`. */
  jwks?: { keys: readonly object[] }
  jwksUri?: string
  grantTypes: readonly GrantType[]
  /** Only a confidential client can do without PKCE. */
  requirePkce: boolean
  /** Those that it can ask for. */
  scopes: readonly string[]
  /** Audiences that it can ask for (RFC 8707). */
  resources: readonly string[]
  /** The names of groups whose members can sign in; empty: every user. */
  allowedGroups: readonly string[]
  consent: 'ask' | 'skip'
  idTokenAlg: ClientAlgorithm
  /** Absent: userinfo is JSON without a signature. */
  userinfoAlg?: ClientAlgorithm
  /** OpenID Connect Core 1.0 §8. */
  subjectType: 'public' | 'pairwise'
  /** The host that pairwise subjects depend on, if the redirect URIs have several (OpenID Connect Core 1.0 §8.1). */
  sector?: string
  accessTokenSeconds: number
  idTokenSeconds: number
  /** How long a refresh token that isn't used is valid. */
  refreshTokenSeconds: number
  /** How long the refresh tokens of an authorization are valid even if they are used. */
  refreshTokenAbsoluteSeconds: number
  /** RFC 9126 §6. */
  requirePar: boolean
  /** RFC 9449. */
  dpop: 'optional' | 'required'
  /** Further claims of its tokens, each with the profile field or custom claim that it is read from. */
  claims: Readonly<Record<string, string>>
  disabled: boolean
}

/** An OAuth client of an application: a program that its users sign in to. Times are milliseconds since 1970. */
export type Client = ClientSettings & {
  appId: string
  id: string
  /** Two at most, so that one can replace the other without an interruption. */
  secrets: readonly ClientSecret[]
  /** Raised by every change, which requires the version that it was computed from. */
  version: number
  createdAt: number
  updatedAt: number
}

/** A client that keeps a secret or a private key (OAuth 2.1 §2.1). */
export const isConfidential = ({ authMethod }: Pick<Client, 'authMethod'>): boolean => authMethod !== 'none'
