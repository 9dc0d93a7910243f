/**
 * The algorithms of an application's signing keys (RFC 7518 §3.1). Tokens of the API are signed with ES256. Tokens of
 * OpenID clients can also be signed with RS256, which every client must support (OpenID Connect Core 1.0 §15.1).
 */
export const signingAlgorithms = ['ES256', 'RS256'] as const

export type SigningAlgorithm = (typeof signingAlgorithms)[number]
