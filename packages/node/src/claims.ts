import type { UserScope } from './wire.ts'

/** Claims of every token (RFC 7519); times in seconds since 1970. */
export interface CommonClaims {
  /** URL of the application. */
  iss: string
  /** Application ID. */
  aud: string
  /** User ID. */
  sub: string
  iat: number
  exp: number
  /** Token ID. */
  jti: string
  rpId: string
}

/** An access token: proof of a sign-in. */
export interface AccessClaims extends CommonClaims {
  tokenType: 'jwtAccess'
  username: string
  scopes: readonly UserScope[]
  /** The passkey used to sign in; absent after a sign-in with a code or a backend assertion. */
  credID?: string | undefined
  /** The methods of a sign-in without a passkey (RFC 8176). */
  amr?: readonly string[] | undefined
  /** How often the user had been signed out everywhere. */
  epoch?: number | undefined
  /** The passkey whose user was shown the one-time code of this sign-in. */
  via?: string | undefined
  /** Transactions only: base64url of SHA-256 over payload, nonce, and lNonce. */
  txHash?: string | undefined
  nonce?: string | undefined
  lNonce?: string | undefined
  /** Transactions only: `payment` if the browser showed payee and amount; otherwise the page did. */
  confirmedBy?: 'payment' | undefined
}

/** The access token of a transaction confirmed with a passkey. */
export type TransactionClaims = AccessClaims & { txHash: string; nonce: string; lNonce: string }

/** An ID token (OpenID Connect Core §2): who signed in, when, and how. */
export interface IdClaims extends CommonClaims {
  tokenType: 'idToken'
  username: string
  name: string
  /** When the factors were verified; unchanged when tokens are refreshed. */
  auth_time: number
  amr: readonly string[]
  /** `phr` if a passkey was among the factors. */
  acr?: 'phr' | undefined
}

/** A completed factor of a flow. */
export interface AuthFactor {
  id: string
  val: string
}

/** A passkey's assertion over a payload; anyone with the public key can verify it. */
export interface ContentSignature {
  credentialId: string
  publicKey: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  txId: string
  txHash: string
  nonce: string
  lNonce: string
}

/** The payload signature of a multi-factor flow: the completed factors and the signed payload. */
export interface PayloadClaims extends CommonClaims {
  tokenType: 'mfaPayload'
  authFactors: Partial<Record<'passkey' | 'otpEmail' | 'otpSms' | 'external' | 'deviceId' | 'trustId', AuthFactor>>
  content?: string | undefined
  contentSignatures: readonly ContentSignature[]
}

/** The claims of each token type. */
export interface ClaimsByType {
  jwtAccess: AccessClaims
  idToken: IdClaims
  mfaPayload: PayloadClaims
}

/** Token types that a backend can verify. */
export type TokenType = keyof ClaimsByType

type UnknownClaims = Readonly<Record<string, unknown>>

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText)

const claimChecks: { [Type in TokenType]: (claims: UnknownClaims) => boolean } = {
  jwtAccess: ({ username, scopes }) => isText(username) && isTextList(scopes),
  idToken: ({ username, auth_time, amr }) => isText(username) && isTime(auth_time) && isTextList(amr),
  mfaPayload: ({ authFactors, contentSignatures }) =>
    typeof authFactors === 'object' && Array.isArray(contentSignatures),
}

/** Whether these are all claims of a token of this type. */
export const hasClaimsForType = <Type extends TokenType>(
  type: Type,
  claims: UnknownClaims,
): claims is ClaimsByType[Type] & UnknownClaims =>
  isText(claims.sub) &&
  isText(claims.jti) &&
  isTime(claims.iat) &&
  isTime(claims.exp) &&
  claimChecks[type]?.(claims) === true
