import { createHash, timingSafeEqual } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { badRequest } from '../../core/errors.ts'
import { clientProofAlgorithms, type DpopRequest, type VerifiedDpop } from '../../core/ports/client-proofs.ts'
import { createUseId, explainProblem, JwtProblem, requireShort } from './jwt-problems.ts'

/** Seconds by which `iat` can differ from our clock in either direction: proofs come from devices of users. */
const windowSeconds = 300

/** Verifies a DPoP proof by the list of RFC 9449 §4.3. The service sends no `DPoP-Nonce`. */
export async function verifyDpopProof({ now }: { now(): number }, request: DpopRequest): Promise<VerifiedDpop> {
  try {
    requireShort(request.proof)
    return await verify(now(), request)
  } catch (error) {
    const reason = explainProblem(error)
    throw reason === undefined ? error : badRequest(`The DPoP proof is not valid: ${reason}`, error)
  }
}

async function verify(at: number, { proof, ...call }: DpopRequest): Promise<VerifiedDpop> {
  // EmbeddedJWK rejects a key that isn't public.
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: [...clientProofAlgorithms],
    typ: 'dpop+jwt',
    currentDate: new Date(at),
    clockTolerance: windowSeconds,
    requiredClaims: ['jti', 'htm', 'htu', 'iat'],
  })
  requireCall(payload, call)
  const expiresAt = requireRecent(payload, at)
  const jkt = await calculateJwkThumbprint(protectedHeader.jwk as JWK)
  return { id: createUseId('dpop', jkt, payload.jti), expiresAt, jkt }
}

function requireCall({ htm, htu, ath }: JWTPayload, { method, url, accessToken }: Omit<DpopRequest, 'proof'>) {
  if (htm !== method) throw new JwtProblem(`htm must be ${method}`)
  if (typeof htu !== 'string' || normalize(htu) !== normalize(url)) throw new JwtProblem(`htu must be ${url}`)
  if (accessToken !== undefined && !isHashOf(accessToken, ath))
    throw new JwtProblem('ath must be the hash of the access token')
}

function isHashOf(accessToken: string, ath: unknown): boolean {
  const expected = createHash('sha256').update(accessToken).digest()
  const given = Buffer.from(typeof ath === 'string' ? ath : '', 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Without query and fragment, and with scheme, host, and port in the usual form (RFC 3986 §6.2.2, §6.2.3). */
function normalize(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  url.search = ''
  url.hash = ''
  return url.href
}

function requireRecent({ iat = 0 }: JWTPayload, at: number): number {
  if (Math.abs(at / 1000 - iat) <= windowSeconds) return (iat + windowSeconds) * 1000
  throw new JwtProblem(`iat must be within ${windowSeconds} seconds of the time of the service`)
}
