import type { UserScope } from './wire.ts'

/** What every token of an application says (RFC 7519); times in seconds since 1970. */
export interface CommonClaims {
  /** Address of the application. */
  iss: string
  /** Application id. */
  aud: string
  /** User id. */
  sub: string
  iat: number
  exp: number
  /** Id of the token. */
  jti: string
  rpId: string
}

/** An access token: proof of a sign-in. */
export interface AccessClaims extends CommonClaims {
  tokenType: 'jwtAccess'
  username: string
  scopes: readonly UserScope[]
  /** The passkey that earned it; absent where a code or your backend's word did. */
  credID?: string | undefined
  /** How a sign-in without passkey was made (RFC 8176). */
  amr?: readonly string[] | undefined
  /** Of a transaction: base64url of SHA-256 over payload, nonce and lNonce. */
  txHash?: string | undefined
  nonce?: string | undefined
  lNonce?: string | undefined
}

/** The access token of a transaction that a passkey has confirmed. */
export type TransactionClaims = AccessClaims & { txHash: string; nonce: string; lNonce: string }

/** An ID token (OpenID Connect Core §2): who signed in, when and how. */
export interface IdClaims extends CommonClaims {
  tokenType: 'idToken'
  username: string
  name: string
  /** When the factors were proved; stays as it is when tokens are refreshed. */
  auth_time: number
  amr: readonly string[]
  /** `phr` where a passkey was among the factors. */
  acr?: 'phr' | undefined
}

/** What a factor of a flow was. */
export interface AuthFactor {
  id: string
  val: string
}

/** A passkey's assertion over a payload, which anyone with the public key can verify. */
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

/** The payload signature of a flow of several factors: what was proved, and what was signed. */
export interface PayloadClaims extends CommonClaims {
  tokenType: 'mfaPayload'
  authFactors: Partial<Record<'passkey' | 'otpEmail' | 'otpSms' | 'external' | 'deviceId' | 'trustId', AuthFactor>>
  content?: string | undefined
  contentSignatures: readonly ContentSignature[]
}

/** What a token of each kind says. */
export interface ClaimsOf {
  jwtAccess: AccessClaims
  idToken: IdClaims
  mfaPayload: PayloadClaims
}

/** Kinds of tokens that prove something to a backend. */
export type TokenType = keyof ClaimsOf

type Unknown = Readonly<Record<string, unknown>>

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const members: { [Type in TokenType]: (claims: Unknown) => boolean } = {
  jwtAccess: ({ username, scopes }) => isText(username) && isTexts(scopes),
  idToken: ({ username, auth_time, amr }) => isText(username) && isTime(auth_time) && isTexts(amr),
  mfaPayload: ({ authFactors, contentSignatures }) =>
    typeof authFactors === 'object' && Array.isArray(contentSignatures),
}

/** Whether these are the claims of a whole token of that kind. */
export const areClaimsForType = <Type extends TokenType>(
  type: Type,
  claims: Unknown,
): claims is ClaimsOf[Type] & Unknown =>
  isText(claims.sub) &&
  isText(claims.jti) &&
  isTime(claims.iat) &&
  isTime(claims.exp) &&
  members[type]?.(claims) === true
