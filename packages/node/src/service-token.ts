import { createHash, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { type JWK, SignJWT } from 'jose'
import { ThumbturnError } from './errors.ts'
import type { ServiceScope } from './wire.ts'

/** The rights of a first-generation service token. */
export interface ServiceTokenRequest {
  /** Application ID. */
  clientId: string
  /**
   * The P-256 private key whose public key is registered with the application (`client-key add`): PEM, JWK, or
   * KeyObject.
   */
  privateKey: string | JWK | KeyObject
  /** The scope of the call, or several. */
  scope: ServiceScope | readonly ServiceScope[]
  /** Restricts the token to this user. */
  username?: string | undefined
  /** Restricts the token to this user. */
  userId?: string | undefined
  /** The payload of a transaction (`tx.create`), byte for byte. */
  txPayload?: string | undefined
  /** Milliseconds since 1970; replaces the machine's clock. */
  now?: number | undefined
}

/**
 * Signs a first-generation service token: valid for one call within five minutes. Send it as `Authorization: Bearer`.
 * @throws ThumbturnError invalid_options if the key is not a private P-256 key, or `tx.create` has no txPayload
 */
export async function signServiceToken(request: ServiceTokenRequest): Promise<string> {
  const { clientId, privateKey, username, userId, txPayload, now = Date.now() } = request
  const scopes = [request.scope].flat()
  if (scopes.includes('tx.create') !== (txPayload !== undefined))
    throw new ThumbturnError('invalid_options', 'The scope tx.create signs txPayload: pass both or neither')
  const claims = {
    client_id: clientId,
    scope: scopes.join(' '),
    nonce: randomBytes(16).toString('base64url'),
    iat: Math.floor(now / 1000),
    username,
    user_id: userId,
    payload_hash: txPayload === undefined ? undefined : createHash('sha256').update(txPayload).digest('base64url'),
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(parseSigningKey(privateKey))
}

function parseSigningKey(given: ServiceTokenRequest['privateKey']): KeyObject {
  const key = toKeyObject(given)
  if (key?.type === 'private' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new ThumbturnError('invalid_options', 'privateKey must be a private P-256 key, as PEM, JWK, or KeyObject')
}

function toKeyObject(given: ServiceTokenRequest['privateKey']): KeyObject | undefined {
  try {
    if (typeof given === 'string') return createPrivateKey(given)
    return 'kty' in given ? createPrivateKey({ key: given as never, format: 'jwk' }) : (given as KeyObject)
  } catch {
    // The parser's message may quote the key.
    return undefined
  }
}
