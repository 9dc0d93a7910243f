import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'
const appId = 'demo'
let keys = new Map<string, KeyObject>()
let fetchedAt = 0

async function findKey(kid: string): Promise<KeyObject> {
  const age = Date.now() - fetchedAt
  if (age > 300_000 || (age > 30_000 && !keys.has(kid))) {
    const response = await fetch(`${baseUrl}/fido2/v2/.well-known/jwks.json`)
    const found: (JsonWebKey & { kid: string })[] = (await response.json()).keys
    keys = new Map(found.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
    fetchedAt = Date.now()
  }
  const key = keys.get(kid)
  if (!key) throw new Error('no such key')
  return key
}

const parsePart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

export async function verifyToken(token: string) {
  const [head, body, signature] = token.split('.')
  if (!head || !body || !signature) throw new Error('not a token')
  const { kid, alg } = parsePart(head)
  if (alg !== 'ES256') throw new Error('not our algorithm')
  const key = await findKey(kid)
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = parsePart(body)
  const isGood =
    signed &&
    claims.iss === baseUrl &&
    claims.aud === appId &&
    claims.exp > Date.now() / 1000 &&
    claims.tokenType === 'jwtAccess'
  if (!isGood) throw new Error('the token is not valid')
  return claims as { sub: string; username: string; credID: string; scopes: string[] }
}
