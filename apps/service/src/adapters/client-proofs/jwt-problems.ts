import { createHash } from 'node:crypto'
import { errors } from 'jose'

/** A rule that a token breaks, in words for the developer of the client. */
export class JwtProblem extends Error {
  override name = 'JwtProblem'
}

/** The longest token: enough for a signature of RSA with 4096 bits, and a key of that size in the header. */
const longest = 4_096

export function requireShort(token: string): void {
  if (token.length > longest) throw new JwtProblem(`it has more than ${longest} characters`)
}

/** The ID by which a token is remembered: `jti` is unique only for the client or the key that chose it. */
export function createUseId(kind: 'assertion' | 'dpop', owner: string, jti: unknown): string {
  if (typeof jti !== 'string' || !/^[!-~]{1,256}$/.test(jti))
    throw new JwtProblem('jti must be 1 to 256 printable characters')
  return createHash('sha256')
    .update(JSON.stringify([kind, owner, jti]))
    .digest('base64url')
}

/** Why a token isn't valid; undefined if that isn't the token's fault. */
export function explainProblem(error: unknown): string | undefined {
  if (error instanceof JwtProblem) return error.message
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature does not match'
  if (error instanceof errors.JWKSNoMatchingKey) return 'the client has no public key for its kid and alg'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'several keys of the client fit: name one with kid'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not allowed'
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim} is missing or wrong`
  if (error instanceof errors.JOSEError) return 'it is not a valid JWT'
  // Web Crypto rejects keys that aren't of their type, and RSA keys under 2048 bits.
  if (error instanceof TypeError || error instanceof DOMException) return 'its key or its form is not valid'
  return undefined
}
