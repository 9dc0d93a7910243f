/** The claims of a token, not yet checked. */
export type ForeignClaims = Readonly<Record<string, unknown>>

/** Reads JWTs that others sign with ES256: a backend, or a user's own key. Their times aren't checked here. */
export type ForeignTokens = {
  /** The unverified claims; undefined if it isn't a JWT. */
  readClaims(token: string): ForeignClaims | undefined
  /** The claims, if that key (PEM) signed the token with ES256; otherwise undefined. */
  verify(token: string, publicKey: string): ForeignClaims | undefined
}

/** The accepted clock skew of signers, in seconds. */
export const skewSeconds = 60

/**
 * Whether a token is valid at that time (milliseconds since 1970) by its `exp` and `nbf` (RFC 7519 §4.1.4, §4.1.5), if
 * present. Values that aren't numbers are never valid.
 */
export function isTimely({ exp, nbf }: ForeignClaims, at: number): boolean {
  const seconds = at / 1000
  const isOver = exp !== undefined && !(typeof exp === 'number' && seconds < exp + skewSeconds)
  const isEarly = nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= seconds)
  return !isOver && !isEarly
}
