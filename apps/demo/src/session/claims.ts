import { fromBase64url } from '../bytes.ts'

/** The claims of our access tokens; times in seconds since 1970. */
export type Claims = {
  iss: string
  aud: string
  sub: string
  username: string
  /** The passkey that earned the token; absent where a code did. */
  credID: string
  /** How it was earned without a passkey (RFC 8176). */
  amr?: string[]
  rpId: string
  scopes: string[]
  tokenType: string
  iat: number
  exp: number
}

/** The three parts of a token as they travel, and what the first two say. */
export type TokenParts = { header: Record<string, unknown>; claims: Claims; raw: [string, string, string] }

/** Takes a token apart without checking it. Throws SyntaxError for what is no token. */
export function parseToken(token: string): TokenParts {
  const [header = '', payload = '', signature = ''] = token.split('.')
  return { header: parsed(header), claims: parsed(payload) as Claims, raw: [header, payload, signature] }
}

const parsed = (part: string) => JSON.parse(new TextDecoder().decode(fromBase64url(part)))

/** When a token ends; undefined for what is no token. */
export function readExpiry(token: string): Date | undefined {
  try {
    return new Date(parseToken(token).claims.exp * 1000)
  } catch {
    return undefined
  }
}
