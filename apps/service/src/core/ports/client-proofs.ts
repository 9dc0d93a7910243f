/**
 * The algorithms of what clients sign, assertions and DPoP proofs (RFC 7518 §3.1, RFC 8037 §3.1). The list decides, not the
 * header: it has no `none`, and no HMAC, for which a public key would be a shared secret (RFC 8725 §3.1).
 */
export const clientProofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const

/**
 * A token that works once. `id` is a hash of its `jti` and of the client or key that chose it, and is remembered until
 * `expiresAt` (milliseconds since 1970).
 */
export type SingleUse = { id: string; expiresAt: number }

/** An assertion by which a client authenticates, and what it must fit (RFC 7523 §3). */
export type AssertionRequest = {
  assertion: string
  clientId: string
  /** The keys that the client registered, or where it publishes them. */
  keys: { jwks: { keys: readonly object[] } } | { jwksUri: string }
  /** Names of this server: the issuer, and the address of the endpoint. */
  audiences: readonly string[]
}

/** A DPoP proof, and the call that it was sent with (RFC 9449 §4.3). */
export type DpopRequest = {
  /** The value of the header, which can be there once. */
  proof: string
  method: string
  /** The public address of the endpoint. */
  url: string
  /** The access token of the call, which the proof must name. Absent at the token endpoint. */
  accessToken?: string | undefined
}

/** `jkt` is the thumbprint of the key that signed it (RFC 7638), to which tokens are bound. */
export type VerifiedDpop = SingleUse & { jkt: string }

/** Verifies what clients sign. Each is valid once: the caller spends its `id`. */
export interface ClientProofs {
  /**
   * @throws AppError unauthorized: not a valid assertion of that client; the message says why · Outage: its keys can't be
   * read from where it publishes them
   */
  verifyClientAssertion(request: AssertionRequest): Promise<SingleUse>
  /** @throws AppError bad_request: not a valid proof for that call; the message says why */
  verifyDpopProof(request: DpopRequest): Promise<VerifiedDpop>
}
