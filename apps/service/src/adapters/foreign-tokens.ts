import { createDecoder, createVerifier } from 'fast-jwt'
import type { ForeignClaims, ForeignTokens } from '../core/ports/foreign-tokens.ts'

const decode = createDecoder()

/** The result of a token reader if it's a JSON object. The reader throws on anything but a token. */
function attempt(read: () => unknown): ForeignClaims | undefined {
  try {
    const claims = read()
    return typeof claims === 'object' && claims !== null ? (claims as ForeignClaims) : undefined
  } catch {
    return undefined
  }
}

/** Reads tokens of other issuers with fast-jwt. Algorithm and key are fixed; the header's choice is ignored. */
export const jwtForeignTokens: ForeignTokens = {
  readClaims: (token) => attempt(() => decode(token)),
  verify: (token, key) =>
    attempt(() => createVerifier({ key, algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true })(token)),
}
