import { randomBytes } from 'node:crypto'
import type { AccessClaims } from '../claims.ts'
import { ThumbturnError } from '../errors.ts'
import { createThumbturn } from '../thumbturn.ts'
import { createCheck } from './check.ts'
import { type Session, type SessionContent, toSession } from './content.ts'
import { type Exchange, isCrossOrigin } from './exchange.ts'
import { createJar } from './jar.ts'
import { createLogoutVerifier } from './logout-token.ts'
import { type SessionOptions, type SessionSettings, toSettings } from './options.ts'

/** How far the clocks of instances can differ. */
const skewSeconds = 300
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
  report(error: ThumbturnError): void
}

/** @throws ThumbturnError invalid_options */
export function createSessionCore(options: SessionOptions): SessionCore {
  const settings = toSettings(options)
  const { client, absoluteSeconds, idleSeconds, ended, trustedOrigins } = settings
  const thumbturn = createThumbturn(options)
  const [check, jar, verifyLogout] = [
    createCheck(thumbturn, settings),
    createJar(settings),
    createLogoutVerifier(settings),
  ]
  const now = () => Math.floor(client.now() / 1000)

  const hasEnded = async (exchange: Exchange, { id, sid }: SessionContent) =>
    jar.listEnded(exchange).includes(id) || (await ended.has([id, ...(sid === undefined ? [] : [toSidName(sid)])]))

  const put = (exchange: Exchange, content: SessionContent) =>
    jar.put(exchange, content, Math.min(idleSeconds, content.iat + absoluteSeconds - now()))

  async function remove(exchange: Exchange, { id }: SessionContent): Promise<void> {
    await ended.add(id, absoluteSeconds)
    jar.remove(exchange, id)
  }

  async function read(exchange: Exchange): Promise<Session | undefined> {
    const content = isCrossOrigin(exchange, trustedOrigins) ? undefined : jar.open(exchange)
    if (!content || !isInTime(settings, content, now()) || (await hasEnded(exchange, content))) return undefined
    const verdict = await check.verify(content)
    if (verdict === 'ended') {
      await remove(exchange, content)
      jar.removeToken(exchange)
      return undefined
    }
    const isDue = now() - content.renewed >= idleSeconds / renewals
    if (isDue && verdict === 'active') put(exchange, { ...content, renewed: now() })
    return toSession(content, absoluteSeconds)
  }

  async function start(exchange: Exchange, user: StartedContent): Promise<Session> {
    const content = { id: randomBytes(16).toString('base64url'), ...user, iat: now(), renewed: now() }
    if ((await check.verifyNow(content)) === 'ended')
      throw new ThumbturnError('token_rejected', 'The user was signed out, or the passkey was deleted')
    const previous = jar.open(exchange)
    if (previous) await remove(exchange, previous)
    put(exchange, content)
    return toSession(content, absoluteSeconds)
  }

  return {
    isCrossOrigin: (exchange) => isCrossOrigin(exchange, trustedOrigins),
    read,
    startFromToken: async (exchange, token) => start(exchange, fromAccessClaims(await thumbturn.verifyToken(token))),
    startFromClaims: (exchange, claims, data) => start(exchange, { ...fromIdClaims(claims), data }),
    async end(exchange) {
      const content = jar.open(exchange)
      if (content) await remove(exchange, content)
      jar.removeToken(exchange)
    },
    endByLogoutToken: async (token) => ended.add(toSidName(await verifyLogout(token)), absoluteSeconds),
    report: settings.onError,
  }
}

function isInTime(
  { absoluteSeconds, idleSeconds }: SessionSettings,
  { iat, renewed }: SessionContent,
  now: number,
): boolean {
  return now < iat + absoluteSeconds && now < renewed + idleSeconds && iat <= now + skewSeconds
}

type StartedContent = Omit<SessionContent, 'id' | 'iat' | 'renewed'>

const toSidName = (sid: string) => `sid ${sid}`

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
