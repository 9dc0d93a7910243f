import { createDecoder } from 'fast-jwt'

const decode = createDecoder({ complete: true })
const decodePayload = createDecoder()

type TokenParts = { header?: Record<string, unknown>; payload?: Record<string, unknown> }

function decodeToken(token: string): TokenParts | undefined {
  try {
    return decode(token) as TokenParts
  } catch {
    return undefined
  }
}

/** The key that a token names, and its type, unverified; undefined if it names no key or isn't a token. */
export function readHeader(token: string): { kid: string; typ: unknown } | undefined {
  const { kid, typ } = decodeToken(token)?.header ?? {}
  return typeof kid === 'string' ? { kid, typ } : undefined
}

/** The only audience of a token that names a key, unverified. */
export function readAudience(token: string): string | undefined {
  const { header, payload } = decodeToken(token) ?? {}
  return typeof header?.kid === 'string' && typeof payload?.aud === 'string' ? payload.aud : undefined
}

/** The claims of a token whose signature is known to be valid. */
export const readClaims = (token: string): Record<string, unknown> => decodePayload(token) as Record<string, unknown>
