import { createHash, timingSafeEqual } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { ThumbturnError } from './errors.ts'

/** Asymmetric algorithms that every runtime of ours can verify (RFC 9449 §11.6). */
export const proofAlgorithms = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA']

/** Seconds by which the proof's time can differ from ours: proofs come from users' devices. */
const WINDOW_S = 300
/** Enough for the key and the signature of RSA with 4,096 bits. */
const MAX_LENGTH = 4_096
/** When more proofs than this are remembered, the oldest are forgotten early. */
const MAX_REMEMBERED = 100_000

/** A request with a token that is bound to a key. `url` is that of the resource as clients know it, without query. */
export interface BoundRequest {
  proof: string | undefined
  method: string
  url: string
  token: string
  /** The thumbprint of the key that the token is bound to. */
  thumbprint: string
}

/** Verifies DPoP proofs (RFC 9449 §4.3), each of which one process accepts once. */
export interface ProofVerifier {
  /** @throws ThumbturnError token_without_proof · token_wrong_proof */
  accept(request: BoundRequest): Promise<void>
}

const createProofError = (reason: string, cause?: unknown) =>
  new ThumbturnError('token_wrong_proof', `The DPoP proof is not valid: ${reason}`, { cause })

/** `now` returns milliseconds since 1970. */
export function createProofVerifier(now: () => number): ProofVerifier {
  const spend = createProofMemory(now)
  return {
    async accept(request) {
      const { jti, iat = 0 } = await verifyProof(request, now())
      if (!spend(`${request.thumbprint} ${jti}`, (iat + WINDOW_S) * 1000)) throw createProofError('it was used before')
    },
  }
}

async function verifyProof({ proof, ...request }: BoundRequest, at: number): Promise<JWTPayload> {
  if (!proof)
    throw new ThumbturnError('token_without_proof', 'The token is bound to a key: send a DPoP proof with each request')
  if (proof.length > MAX_LENGTH) throw createProofError(`it has more than ${MAX_LENGTH} characters`)
  // EmbeddedJWK rejects a key that isn't public.
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: proofAlgorithms,
    typ: 'dpop+jwt',
    currentDate: new Date(at),
    clockTolerance: WINDOW_S,
    requiredClaims: ['jti', 'htm', 'htu', 'iat', 'ath'],
  }).catch((error: unknown) => {
    throw createProofError('its form, key, or signature is wrong', error)
  })
  if ((await calculateJwkThumbprint(protectedHeader.jwk as JWK)) !== request.thumbprint)
    throw createProofError('the token is bound to another key')
  requireRequest(payload, request)
  if (Math.abs(at / 1000 - (payload.iat ?? 0)) > WINDOW_S)
    throw createProofError(`iat differs from this machine's clock by more than ${WINDOW_S} s`)
  return payload
}

function requireRequest({ htm, htu, ath, jti }: JWTPayload, request: Omit<BoundRequest, 'proof'>): void {
  if (typeof jti !== 'string' || !/^[!-~]{1,256}$/.test(jti)) throw createProofError('jti is not an ID')
  if (htm !== request.method) throw createProofError(`htm is not ${request.method}`)
  if (typeof htu !== 'string' || withoutQuery(htu) !== withoutQuery(request.url))
    throw createProofError(`htu is not ${request.url}`)
  if (!isHashOf(request.token, ath)) throw createProofError('ath is not the hash of the token')
}

function isHashOf(token: string, ath: unknown): boolean {
  const expected = createHash('sha256').update(token).digest()
  const given = Buffer.from(typeof ath === 'string' ? ath : '', 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** In the usual form (RFC 3986 §6.2.2, §6.2.3). */
function withoutQuery(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Remembers IDs until they expire, in the order of their arrival. Returns whether an ID is new. */
function createProofMemory(now: () => number) {
  const remembered = new Map<string, number>()
  return (id: string, expiresAt: number): boolean => {
    const at = now()
    for (const [oldest, end] of remembered) {
      if (end > at && remembered.size < MAX_REMEMBERED) break
      remembered.delete(oldest)
    }
    if ((remembered.get(id) ?? 0) > at) return false
    remembered.set(id, expiresAt)
    return true
  }
}
