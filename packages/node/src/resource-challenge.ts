import { proofAlgorithms } from './dpop.ts'
import { isTokenRejected, type ThumbturnError } from './errors.ts'

/** A response with JSON; `body` is undefined if there is none. */
export interface ResourceResponse {
  status: 200 | 204 | 401 | 403 | 405 | 503
  headers: Readonly<Record<string, string>>
  body: object | undefined
}

/** Content of a challenge: the URL of the metadata, and the scopes that this request needs. */
type ChallengeContext = { metadataUrl: string; scopes: readonly string[] }

const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** The response to a request that isn't admitted (RFC 6750 §3, RFC 9728 §5.1). The exact reason goes to the log only. */
export function createChallenge(error: ThumbturnError, context: ChallengeContext): ResourceResponse {
  const { code, retryAfter } = error
  // The service is unreachable, or this server is misconfigured: the token may still be valid.
  if (!isTokenRejected(error)) return createOutage(retryAfter)
  if (code === 'token_missing') return challenge(401, context, undefined)
  if (code === 'token_missing_scope') return challenge(403, context, insufficient)
  const isProof = code === 'token_wrong_proof' || code === 'token_without_proof'
  return challenge(401, context, isProof ? invalidProof : invalidToken)
}

type Problem = { scheme: 'Bearer' | 'DPoP'; error: string; error_description: string }

const invalidToken: Problem = {
  scheme: 'Bearer',
  error: 'invalid_token',
  error_description: 'The access token is not valid here, or it has expired',
}
const insufficient: Problem = {
  scheme: 'Bearer',
  error: 'insufficient_scope',
  error_description: 'The access token lacks a scope that this request needs',
}
/** RFC 9449 §7.1. */
const invalidProof: Problem = {
  scheme: 'DPoP',
  error: 'invalid_dpop_proof',
  error_description: 'The access token is bound to a key, and the DPoP proof for this request is missing or not valid',
}

function challenge(
  status: 401 | 403,
  { metadataUrl, scopes }: ChallengeContext,
  problem: Problem | undefined,
): ResourceResponse {
  const { scheme = 'Bearer', ...details } = problem ?? {}
  const parameters = {
    ...details,
    resource_metadata: metadataUrl,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(scheme === 'DPoP' && { algs: proofAlgorithms.join(' ') }),
  }
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  const body = problem ? details : { error: 'unauthorized', error_description: 'This resource needs an access token' }
  return { status, headers: { ...json, 'www-authenticate': `${scheme} ${list.join(', ')}` }, body }
}

const createOutage = (retryAfter = 5): ResourceResponse => ({
  status: 503,
  headers: { ...json, 'retry-after': `${retryAfter}` },
  body: {
    error: 'temporarily_unavailable',
    error_description: 'Access tokens cannot be verified right now: try again',
  },
})
