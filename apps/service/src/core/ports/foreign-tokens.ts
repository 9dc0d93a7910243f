/** The members of a token's payload, not yet judged. */
export type ForeignClaims = Readonly<Record<string, unknown>>

/** Reads JWTs that others sign with ES256: a customer's backend, or the key of a user. Times in them are not judged here. */
export type ForeignTokens = {
  /** What it claims, unverified; undefined when it is no JWT. */
  claimed(token: string): ForeignClaims | undefined
  /** What it claims, when that key (PEM) signed it with ES256; otherwise undefined. */
  verified(token: string, publicKey: string): ForeignClaims | undefined
}

/** How far, in seconds, the clock of whoever signs may differ from ours. */
export const skewSeconds = 60

/**
 * Whether a token is valid at that time (milliseconds since 1970) by its `exp` and `nbf` (RFC 7519 §4.1.4, §4.1.5), where
 * it has them. One that is no number is never valid.
 */
export function isTimely({ exp, nbf }: ForeignClaims, at: number): boolean {
  const seconds = at / 1000
  const isOver = exp !== undefined && !(typeof exp === 'number' && seconds < exp + skewSeconds)
  const isEarly = nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= seconds)
  return !isOver && !isEarly
}
