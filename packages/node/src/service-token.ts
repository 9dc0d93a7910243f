import { createHash, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { type JWK, SignJWT } from 'jose'
import { ThumbturnError } from './errors.ts'
import type { ServiceScope } from './wire.ts'

/** What a backend allows by a token of the first generation. */
export interface ServiceTokenRequest {
  /** Application id. */
  clientId: string
  /** The P-256 key whose public half is known to the application (`client-key add`): PEM, JWK or KeyObject. */
  privateKey: string | JWK | KeyObject
  /** What the call may do; several are joined. */
  scope: ServiceScope | readonly ServiceScope[]
  /** For this user only. */
  username?: string | undefined
  /** For this user only. */
  userId?: string | undefined
  /** The payload that a transaction (`tx.create`) is about, byte for byte. */
  txPayload?: string | undefined
  /** Milliseconds since 1970, instead of the machine's clock. */
  now?: number | undefined
}

/**
 * A service token of the first generation: good for one call, within five minutes. Send it as `Authorization: Bearer`.
 * @throws ThumbturnError invalid_options: the key is not a private P-256 key · a `tx.create` without txPayload
 */
export async function signServiceToken(request: ServiceTokenRequest): Promise<string> {
  const { clientId, privateKey, username, userId, txPayload, now = Date.now() } = request
  const scopes = [request.scope].flat()
  if (scopes.includes('tx.create') !== (txPayload !== undefined))
    throw new ThumbturnError('invalid_options', 'txPayload is what tx.create signs: pass both or none')
  const claims = {
    client_id: clientId,
    scope: scopes.join(' '),
    nonce: randomBytes(16).toString('base64url'),
    iat: Math.floor(now / 1000),
    username,
    user_id: userId,
    payload_hash: txPayload === undefined ? undefined : createHash('sha256').update(txPayload).digest('base64url'),
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(signingKey(privateKey))
}

function signingKey(given: ServiceTokenRequest['privateKey']): KeyObject {
  const key = keyObject(given)
  if (key?.type === 'private' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new ThumbturnError('invalid_options', 'privateKey must be a private P-256 key, as PEM, JWK or KeyObject')
}

function keyObject(given: ServiceTokenRequest['privateKey']): KeyObject | undefined {
  try {
    if (typeof given === 'string') return createPrivateKey(given)
    return 'kty' in given ? createPrivateKey({ key: given as never, format: 'jwk' }) : (given as KeyObject)
  } catch {
    // What the parser says may quote the key.
    return undefined
  }
}
