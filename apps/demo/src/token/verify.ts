import { fromBase64url } from '../bytes.ts'
import { parseToken } from '../session/claims.ts'

type Jwk = JsonWebKey & { kid: string }

/** The application's JWKS. */
export async function fetchKeys(baseUrl: string): Promise<Jwk[]> {
  const response = await fetch(`${baseUrl}/fido2/v2/.well-known/jwks.json`)
  if (!response.ok) throw new Error(`The key set could not be fetched: ${response.status}`)
  return ((await response.json()) as { keys: Jwk[] }).keys
}

/** The result of a verification; `kid` identifies the key. */
export type Verdict = { holds: boolean; kid: string }

/** Verifies the ES256 signature of a token, like any backend. Throws if no published key has its `kid`. */
export async function verifyToken(token: string, keys: Jwk[]): Promise<Verdict> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { kid } = parseToken(`${header}.e30.`).header as { kid: string }
  const jwk = keys.find((key) => key.kid === kid)
  if (!jwk) throw new Error(`No published key has the id ${kid}`)
  const scheme = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, scheme, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  return { holds: await crypto.subtle.verify(scheme, key, fromBase64url(signature), signed), kid }
}

/** The token with one character of its payload changed, and the position of that character. */
export function tamperWith(token: string): { token: string; at: number } {
  const at = token.indexOf('.') + 13
  const letter = token[at] === 'A' ? 'B' : 'A'
  return { token: token.slice(0, at) + letter + token.slice(at + 1), at }
}
