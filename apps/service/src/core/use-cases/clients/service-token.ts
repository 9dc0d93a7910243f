import type { Core } from '../../core.ts'
import { AppError, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { type ForeignClaims, isTimely, skewSeconds } from '../../ports/foreign-tokens.ts'
import { toSpentToken } from '../../watermark.ts'

/** The claims that a backend has signed for one call. */
export type ServiceToken = {
  application: Application
  /** The client key that signed it. */
  keyId: string
  /** The user that the token is for, if it names one; compared with the user of the call. */
  username: string | undefined
  userId: string | undefined
  /** base64url of SHA-256 over the payload of a transaction. */
  payloadHash: string | undefined
}

const lifeSeconds = 300

// The message that existing clients know; the precise reason is for the log.
const reject = (reason: unknown) => unauthorized('Failed to verify authorization token', reason)

/** The error for a valid token that permits something else. */
export const notPermitted = (cause: unknown) =>
  new AppError('forbidden', 'Invalid authorization token', { cause, reason: 'not_permitted' })

/**
 * Verifies the token of a call and spends its nonce, so that it works once across all nodes. Every key in use is tried.
 * @throws AppError unauthorized: not signed by a key of its client, too old, or used · forbidden: it's for another
 * scope
 */
export async function verifyServiceToken(core: Core, token: string, requiredScope: string): Promise<ServiceToken> {
  const application = await findClient(core, token)
  const { keyId, claims } = await verifySignature(core, application, token)
  const { iat, nonce, scope = claims.type, username, user_id: userId, payload_hash: payloadHash } = claims
  const expiresAt = requireFresh(core, iat)
  if (!isTimely(claims, core.now())) throw reject('expired, or not valid yet')
  if (!isNonce(nonce)) throw reject('nonce must be 8 to 128 printable characters')
  if (typeof scope !== 'string') throw reject('it says no scope')
  for (const claim of [username, userId, payloadHash])
    if (claim !== undefined && typeof claim !== 'string') throw reject('username, user_id and payload_hash are text')
  const namesUser = username !== undefined || userId !== undefined
  if (!isPermitted(scope.split(' '), requiredScope, namesUser))
    throw notPermitted(`the scope is ${scope}, the call wants ${requiredScope}`)
  const spent = { appId: application.id, ...toSpentToken(nonce, expiresAt) }
  if (await core.store.commit([{ spendNonce: spent }])) throw reject('nonce was used before')
  return { application, keyId, username, userId, payloadHash } as ServiceToken
}

async function findClient({ applications, foreignTokens }: Core, token: string): Promise<Application> {
  const clientId = foreignTokens.readClaims(token)?.client_id
  const application = typeof clientId === 'string' ? await applications.findFresh(clientId) : undefined
  if (!application) throw reject('client_id names no application')
  return application
}

type VerifiedClaims = { keyId: string; claims: ForeignClaims }

async function verifySignature(
  { store, foreignTokens }: Core,
  { id }: Application,
  token: string,
): Promise<VerifiedClaims> {
  for (const { id: keyId, publicKey, revokedAt } of await store.clientKeys.list(id)) {
    const claims = revokedAt === undefined ? foreignTokens.verify(token, publicKey) : undefined
    if (claims) return { keyId, claims }
  }
  throw reject('no key of the client signed it')
}

/** The time in milliseconds until which the nonce must be remembered. */
function requireFresh({ now }: Core, iat: unknown): number {
  const seconds = now() / 1000
  if (typeof iat !== 'number' || !(iat <= seconds + skewSeconds)) throw reject('iat must be a time that has come')
  if (!(seconds < iat + lifeSeconds)) throw reject('it is older than five minutes')
  return Math.ceil((iat + lifeSeconds + skewSeconds) * 1000)
}

// Printable ASCII, because it's compared byte by byte.
const isNonce = (nonce: unknown): nonce is string => typeof nonce === 'string' && /^[!-~]{8,128}$/.test(nonce)

/** Unspecified upstream. Our reading of a restricted sign-in: the token names the only user allowed to sign in. */
const isPermitted = (scopes: readonly string[], requiredScope: string, namesUser: boolean) =>
  scopes.includes(requiredScope) ||
  (requiredScope === 'auth.login' && namesUser && scopes.includes('auth.login_restricted'))
