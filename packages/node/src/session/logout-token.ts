import { jwtVerify } from 'jose'
import { ThumbturnError } from '../errors.ts'
import { createKeys } from '../keys.ts'
import type { SessionSettings } from './options.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Verifies a logout token, and returns the session that it names (OpenID Connect Back-Channel Logout 1.0 §2.6).
 * @throws ThumbturnError token_rejected · invalid_options · any code of a call if the keys could not be fetched
 */
export function createLogoutVerifier({ client, clientId }: SessionSettings): (token: string) => Promise<string> {
  const keys = createKeys(client)
  return async (token) => {
    if (clientId === undefined)
      throw new ThumbturnError('invalid_options', 'clientId is missing: pass the client that signs users in')
    const checks = {
      algorithms: ['RS256', 'ES256'],
      issuer: [...client.issuers],
      audience: clientId,
      typ: 'logout+jwt',
      requiredClaims: ['iat', 'exp', 'jti', 'sid', 'events'],
      clockTolerance: client.clockTolerance,
      currentDate: new Date(client.now()),
    }
    const { payload } = await jwtVerify(token, keys.find, checks).catch((cause: unknown) => {
      if (cause instanceof ThumbturnError) throw cause
      throw createRejection(cause)
    })
    const { sid, events, nonce } = payload as { sid: unknown; events?: Record<string, unknown>; nonce?: unknown }
    if (typeof sid !== 'string' || nonce !== undefined || typeof events?.[logoutEvent] !== 'object')
      throw createRejection()
    return sid
  }
}

const createRejection = (cause?: unknown) =>
  new ThumbturnError('token_rejected', 'This is not a logout token for this client: reject it', { cause })
