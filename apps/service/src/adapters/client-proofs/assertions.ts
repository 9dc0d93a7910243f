import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { unauthorized } from '../../core/errors.ts'
import { type AssertionRequest, clientProofAlgorithms, type SingleUse } from '../../core/ports/client-proofs.ts'
import { createUseId, explainProblem, JwtProblem, requireShort } from './jwt-problems.ts'

/** Seconds by which the clocks of client and service can differ. */
const tolerance = 30
/** Its `jti` is remembered until it expires, so it can't be valid forever. */
const longestSeconds = 3_600
/** Types of other tokens of the client, such as DPoP proofs, are not accepted (RFC 8725 §3.11). */
const types: readonly unknown[] = [undefined, 'jwt', 'client-authentication+jwt']

type Parts = { findKeys(keys: AssertionRequest['keys']): JWTVerifyGetKey; now(): number }

/** Verifies a client assertion (RFC 7523 §3, OpenID Connect Core 1.0 §9). */
export async function verifyClientAssertion(parts: Parts, request: AssertionRequest): Promise<SingleUse> {
  try {
    requireShort(request.assertion)
    return await verify(parts, request)
  } catch (error) {
    const reason = explainProblem(error)
    throw reason === undefined ? error : unauthorized(`client_assertion is not valid: ${reason}`, error)
  }
}

async function verify({ findKeys, now }: Parts, { assertion, clientId, keys, audiences }: AssertionRequest) {
  const { payload, protectedHeader } = await jwtVerify(assertion, findKeys(keys), {
    algorithms: [...clientProofAlgorithms],
    issuer: clientId,
    subject: clientId,
    clockTolerance: tolerance,
    currentDate: new Date(now()),
    requiredClaims: ['exp', 'jti', 'aud'],
  })
  if (!types.includes(protectedHeader.typ?.toLowerCase())) throw new JwtProblem('typ is that of another kind of token')
  requireAudience(payload, audiences)
  const exp = requireLifetime(payload, now() / 1000)
  return { id: createUseId('assertion', clientId, payload.jti), expiresAt: (exp + tolerance) * 1000 }
}

/** For this server only: another one that it is for as well could use it here. */
function requireAudience({ aud = [] }: JWTPayload, audiences: readonly string[]) {
  const named = [aud].flat()
  if (named.length === 0 || !named.every((one) => audiences.includes(one)))
    throw new JwtProblem(`aud must be ${audiences.join(' or ')}`)
}

function requireLifetime({ exp = 0, iat }: JWTPayload, at: number): number {
  if (exp > at + longestSeconds + tolerance) throw new JwtProblem('exp is more than an hour ahead')
  if (iat !== undefined && iat > at + tolerance) throw new JwtProblem('iat is in the future')
  if (iat !== undefined && iat < at - longestSeconds - tolerance) throw new JwtProblem('iat is more than an hour ago')
  return exp
}
