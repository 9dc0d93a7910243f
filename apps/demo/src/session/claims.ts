import { fromBase64url } from '../bytes.ts'

/** Claims of an access token; times in seconds since 1970. */
export type Claims = {
  iss: string
  aud: string
  sub: string
  username: string
  /** The passkey of the sign-in; absent after a sign-in with a code. */
  credID: string
  /** The methods of a sign-in without a passkey (RFC 8176). */
  amr?: string[]
  rpId: string
  scopes: string[]
  tokenType: string
  iat: number
  exp: number
}

/** The three encoded parts of a token, with the decoded first two. */
export type TokenParts = { header: Record<string, unknown>; claims: Claims; raw: [string, string, string] }

/** Parses a token without verifying it. Throws SyntaxError if it isn't one. */
export function parseToken(token: string): TokenParts {
  const [header = '', payload = '', signature = ''] = token.split('.')
  return { header: parseJson(header), claims: parseJson(payload) as Claims, raw: [header, payload, signature] }
}

const parseJson = (part: string) => JSON.parse(new TextDecoder().decode(fromBase64url(part)))

/** The expiry of a token; undefined if it isn't one. */
export function readExpiry(token: string): Date | undefined {
  try {
    return new Date(parseToken(token).claims.exp * 1000)
  } catch {
    return undefined
  }
}
