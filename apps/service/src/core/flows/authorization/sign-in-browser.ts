import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { BrowserSession } from '../../model/authorization/browser-session.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { queueLogouts } from '../../use-cases/logout-notices/queue.ts'
import type { Write } from '../../writes.ts'
import { type BrowserCookies, hashKey, openBrowserSession, sealCookie } from './browser-session.ts'
import { findContext } from './context.ts'
import { createChallenge } from './device-binding.ts'
import { type OpenedRequest, openRequest } from './flow.ts'
import { type FreshSignIn, verifyFreshSignIn } from './fresh-sign-in.ts'
import { findNext, type NextStep } from './next.ts'
import { findIssuer } from './response.ts'

const longestUserAgent = 512

/** A sign-in on a hosted page: the token that the page got, the request that it shows, and what the browser sent. */
export type BrowserSignIn = {
  token: string
  request?: string | undefined
  cookies: BrowserCookies | undefined
  userAgent: string | undefined
}

/** The new value of the cookie, which lasts that many seconds, what a browser signs to bind the session, and what comes next. */
export type SignedInBrowser = NextStep & { cookie: string; seconds: number; challenge: string }

/**
 * Begins or renews the session of a browser with the token of a sign-in, which is spent by it. The key in the cookie is new with each
 * sign-in, whatever the browser sent, so that no attacker can plant a session (RFC 9700 §4.7); a session of another user ends.
 * @throws AppError bad_request: the request expired · unauthorized: the token doesn't prove a sign-in, or was used before
 */
export async function signInBrowser(
  core: Core,
  application: Application,
  { token, request, cookies, userAgent }: BrowserSignIn,
): Promise<SignedInBrowser> {
  const requested = request === undefined ? undefined : await openRequest(core, application, request)
  const signIn = await verifyFreshSignIn(core, application, token)
  const former = await openBrowserSession(core, application, cookies)
  const { session, key } = await beginSession(core, application, { signIn, former, userAgent })
  const next = await findNextAfterSignIn(core, application, { requested, opened: { session, user: signIn.user } })
  return {
    ...next,
    cookie: sealCookie(core, application, { id: session.id, key }),
    seconds: findLifetime(core, session),
    challenge: createChallenge(core, application, { session, use: 'registration' }),
  }
}

const findLifetime = ({ now }: Core, { expiresAt }: BrowserSession) => Math.floor((expiresAt - now()) / 1000)

type Beginning = { signIn: FreshSignIn; former: OpenedBrowserSession | undefined; userAgent: string | undefined }

async function beginSession(core: Core, application: Application, beginning: Beginning) {
  const { signIn, former } = beginning
  const key = core.random.text(32)
  const session = await prepareSession(core, application, { ...beginning, key })
  const { userId, passkeyId } = session
  const detail = { sessionId: session.id }
  const event = createEvent(core, application, { type: 'fido2.openid.session_started', userId, passkeyId, detail })
  const conflict = await core.store.commit([
    { spendNonce: signIn.spent },
    ...(await writeSession(core, session, former?.session)),
    { append: event },
  ])
  if (conflict === undefined) return { session, key }
  if (conflict === 'session_spent') throw unauthorized('The token was already used: sign in again')
  if (conflict !== 'browser_session_missing') throw unauthorized('The token is not valid', `conflict: ${conflict}`)
  // The former session ended at this moment.
  return beginSession(core, application, { ...beginning, former: undefined })
}

async function writeSession(core: Core, session: BrowserSession, former: BrowserSession | undefined): Promise<Write[]> {
  if (former?.id === session.id) return [{ renewBrowserSession: session }]
  return [...(former ? await writeEnd(core, former) : []), { addBrowserSession: session }]
}

/** Ends a session, and notifies its clients. */
const writeEnd = async (core: Core, { appId, id, userId }: BrowserSession): Promise<Write[]> => [
  { endBrowserSession: { appId, id, userId } },
  ...(await queueLogouts(core, { appId, id, userId })),
]

/** The same session if the same user signs in again, so that clients that know it keep it. */
async function prepareSession(
  core: Core,
  application: Application,
  { signIn, former, userAgent, key }: Beginning & { key: string },
): Promise<BrowserSession> {
  const at = core.now()
  const { user, passkeyId } = signIn
  const kept = former?.session.userId === user.id ? former.session : undefined
  return {
    appId: application.id,
    id: kept?.id ?? core.random.uuid(),
    keyHash: hashKey(key),
    userId: user.id,
    passkeyId,
    // The browser that authenticated now binds it anew.
    deviceKey: undefined,
    tokenEpoch: user.tokenEpoch,
    ...(await findContext(core, signIn)),
    authenticatedAt: signIn.at,
    createdAt: kept?.createdAt ?? at,
    lastUsedAt: at,
    expiresAt: at + application.settings.browserSessionSeconds * 1000,
    address: core.origin?.address,
    userAgent: userAgent?.replaceAll(/[^ -~]/g, '').slice(0, longestUserAgent),
  }
}

/** The request continues as one for which the user authenticated; without one, the user gets to their account. */
async function findNextAfterSignIn(
  core: Core,
  application: Application,
  { requested, opened }: { requested: OpenedRequest | undefined; opened: OpenedBrowserSession },
): Promise<NextStep> {
  if (!requested) return { step: 'done', location: `${findIssuer(core, application)}/account/` }
  const authenticated = { sessionId: opened.session.id, at: opened.session.authenticatedAt }
  return findNext(core, { ...requested, flow: { ...requested.flow, authenticated }, opened })
}

/** Signs the user out of a browser; does nothing if no user is signed in. */
export async function signOutBrowser(
  core: Core,
  application: Application,
  cookies: BrowserCookies | undefined,
): Promise<void> {
  const opened = await openBrowserSession(core, application, cookies)
  if (opened) await endSession(core, application, opened.session)
}

/** Ends a session, whose user is then signed out in that browser. Returns whether it had not ended before. */
export async function endSession(core: Core, application: Application, session: BrowserSession): Promise<boolean> {
  const { id, userId } = session
  const detail = { sessionId: id }
  const event = createEvent(core, application, { type: 'fido2.openid.session_ended', userId, detail })
  const conflict = await core.store.commit([...(await writeEnd(core, session)), { append: event }])
  return conflict === undefined
}
