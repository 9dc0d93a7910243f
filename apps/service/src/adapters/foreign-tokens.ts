import { createDecoder, createVerifier } from 'fast-jwt'
import type { ForeignClaims, ForeignTokens } from '../core/ports/foreign-tokens.ts'

const decode = createDecoder()

/** What a reader of tokens answers, where it is a JSON object; it throws on what is no token. */
function attempt(read: () => unknown): ForeignClaims | undefined {
  try {
    const claims = read()
    return typeof claims === 'object' && claims !== null ? (claims as ForeignClaims) : undefined
  } catch {
    return undefined
  }
}

/** Tokens of others by fast-jwt. The algorithm and the key are ours to say; what the header names is ignored. */
export const jwtForeignTokens: ForeignTokens = {
  readClaims: (token) => attempt(() => decode(token)),
  verify: (token, key) =>
    attempt(() => createVerifier({ key, algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true })(token)),
}
