import { randomBytes } from 'node:crypto'
import type { AccessClaims } from '../claims.ts'
import { ThumbturnError } from '../errors.ts'
import { createThumbturn } from '../thumbturn.ts'
import { createCheck, type Verdict } from './check.ts'
import { type Session, type SessionContent, toSession } from './content.ts'
import { createDeviceCalls, type DeviceReply } from './device-calls.ts'
import { type Exchange, isCrossOrigin } from './exchange.ts'
import { createKeptSessions, type KeptSessions } from './kept.ts'
import { createLogoutVerifier } from './logout-token.ts'
import { type SessionOptions, toSettings } from './options.ts'

/** A cookie is sealed again when this part of the idle lifetime has passed: after an hour of a day. */
const renewals = 24

/** The claims of an ID token that a session needs (OpenID Connect Core §2, Back-Channel Logout §2.1). */
export interface OpenIdClaims {
  sub: string
  preferred_username?: unknown
  /** The name of the browser session, by which a logout token ends this session. */
  sid?: unknown
}

/** Sessions for the servers of any framework. Every method throws ThumbturnError and nothing else. */
export interface SessionCore {
  isCrossOrigin(exchange: Exchange): boolean
  /** The session of the request, if it has one that is valid; renews its cookie. */
  read(exchange: Exchange): Promise<Session | undefined>
  /** Starts a session from an access token. */
  startFromToken(exchange: Exchange, token: string): Promise<Session>
  /** Starts a session from the claims of an ID token that an OpenID client verified. */
  startFromClaims(exchange: Exchange, claims: OpenIdClaims, data?: Session['data']): Promise<Session>
  end(exchange: Exchange): Promise<void>
  /** Ends the session that a logout token names (OpenID Connect Back-Channel Logout 1.0 §2.6). */
  endByLogoutToken(token: string): Promise<void>
  /** Binds the session of the request to the browser's device, or renews the proof of it. */
  bindDevice(exchange: Exchange): Promise<DeviceReply>
  report(error: ThumbturnError): void
}

/** @throws ThumbturnError invalid_options */
export function createSessionCore(options: SessionOptions): SessionCore {
  const settings = toSettings(options)
  const { absoluteSeconds, idleSeconds, trustedOrigins } = settings
  const thumbturn = createThumbturn(options)
  const [check, verifyLogout, kept] = [
    createCheck(thumbturn, settings),
    createLogoutVerifier(settings),
    createKeptSessions(settings),
  ]
  const { verify, findForDevice } = createSessionVerifier(kept, check)
  const { now } = kept

  async function read(exchange: Exchange): Promise<Session | undefined> {
    const content = isCrossOrigin(exchange, trustedOrigins) ? undefined : await kept.findOnDevice(exchange)
    if (!content) return undefined
    const verdict = await verify(exchange, content)
    if (verdict === 'ended') return undefined
    const isDue = now() - content.renewed >= idleSeconds / renewals
    if (isDue && verdict === 'active') kept.put(exchange, { ...content, renewed: now() })
    return toSession(content, absoluteSeconds)
  }

  async function start(exchange: Exchange, user: StartedContent): Promise<Session> {
    const content = { id: randomBytes(16).toString('base64url'), ...user, iat: now(), renewed: now() }
    if ((await check.verifyNow(content)) === 'ended')
      throw new ThumbturnError('token_rejected', 'The user was signed out, or the passkey was deleted')
    const previous = kept.open(exchange)
    if (previous) await kept.remove(exchange, previous)
    kept.put(exchange, content)
    kept.device.offer(exchange, content)
    return toSession(content, absoluteSeconds)
  }

  return {
    isCrossOrigin: (exchange) => isCrossOrigin(exchange, trustedOrigins),
    read,
    startFromToken: async (exchange, token) => start(exchange, fromAccessClaims(await thumbturn.verifyToken(token))),
    startFromClaims: (exchange, claims, data) => start(exchange, { ...fromIdClaims(claims), data }),
    async end(exchange) {
      const content = kept.open(exchange)
      if (content) await kept.remove(exchange, content)
      kept.removeToken(exchange)
    },
    endByLogoutToken: async (token) => kept.endBySid(await verifyLogout(token)),
    bindDevice: createDeviceCalls({ ...kept, find: findForDevice }, settings.devicePath),
    report: settings.onError,
  }
}

/** Verifies sessions by the service, and removes those that have ended. */
function createSessionVerifier(kept: KeptSessions, check: ReturnType<typeof createCheck>) {
  async function verify(exchange: Exchange, content: SessionContent): Promise<Verdict> {
    const verdict = await check.verify(content)
    if (verdict !== 'ended') return verdict
    await kept.remove(exchange, content)
    kept.removeToken(exchange)
    return verdict
  }
  return {
    verify,
    /** The session of a browser that calls about its device, which needs no proof of the device yet. */
    async findForDevice(exchange: Exchange): Promise<SessionContent | undefined> {
      const content = await kept.find(exchange)
      return content && (await verify(exchange, content)) !== 'ended' ? content : undefined
    },
  }
}

type StartedContent = Omit<SessionContent, 'id' | 'iat' | 'renewed'>

/** @throws ThumbturnError token_wrong_type: the confirmation of a transaction, which other parties get to see */
function fromAccessClaims({ sub, username, epoch, credID, via, txHash }: AccessClaims): StartedContent {
  if (txHash !== undefined)
    throw new ThumbturnError('token_wrong_type', 'The token confirms a transaction: send the token of a sign-in')
  return { sub, username, epoch, credID: credID ?? via }
}

const fromIdClaims = ({ sub, preferred_username: username, sid }: OpenIdClaims): StartedContent => ({
  sub,
  username: typeof username === 'string' ? username : sub,
  sid: typeof sid === 'string' ? sid : undefined,
  openid: true,
})
