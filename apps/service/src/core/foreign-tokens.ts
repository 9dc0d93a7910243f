/** The members of a token's payload, not yet judged. */
export type ForeignClaims = Readonly<Record<string, unknown>>

/** Reads JWTs that others sign with ES256: a customer's backend, or the key of a user. Times in them are not judged here. */
export type ForeignTokens = {
  /** What it claims, unverified; undefined when it is no JWT. */
  claimed(token: string): ForeignClaims | undefined
  /** What it claims, when that key (PEM) signed it with ES256; otherwise undefined. */
  verified(token: string, publicKey: string): ForeignClaims | undefined
}
