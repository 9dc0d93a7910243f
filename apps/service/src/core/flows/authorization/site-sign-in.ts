import { createHash } from 'node:crypto'
import type { Core } from '../../core.ts'
import { AppError, badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { isCodeVerifier } from '../../model/authorization/pkce.ts'
import { findSiteOrigin, type ProtectedSite, sitePrefix } from '../../model/protected-sites/protected-site.ts'
import { findCallback, toSiteClientId } from '../../model/protected-sites/site-client.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import type { Visitor } from '../../ports/stores/protected-sites.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { openSiteCookie, type SiteCookie, sealSiteCookie } from '../../use-cases/protected-sites/cookie.ts'
import { findVisitor } from '../../use-cases/protected-sites/visitor.ts'
import { openFlow } from '../open-flow.ts'
import type { CodeFlow } from './flow.ts'
import { findIssuer } from './response.ts'
import { endSession } from './sign-in-browser.ts'

type Place = { application: Application; site: ProtectedSite }

/** A request to the authorization endpoint. */
type SiteAuthorization = Readonly<Record<string, string | undefined>>

/** A URL that the browser opens next, or an endpoint of the issuer. */
type Destination = { location: string } | { authorization: SiteAuthorization } | { endSession: true }

/** Where the browser goes next, and the cookie that it keeps for that many seconds. */
export type SiteStep = Destination & { cookie?: { value: string; seconds: number } }

/** A longer address is forgotten: the address of the sign-in must hold it, sealed. */
export const longestReturn = 1_400
/** As long as a user has for the sign-in. */
const pendingSeconds = 1_800

/**
 * Starts a sign-in to a site, and leads the browser to the issuer. `to`: the path where the user wants to go. The cookie has a code
 * verifier, so that no other browser can complete the sign-in, and no page can make this browser complete another one. A second tab
 * shares it.
 */
export function startSiteSignIn(
  core: Core,
  place: Place,
  { to, cookie, otherAccount }: { to: string; cookie: string | undefined; otherAccount: boolean },
): SiteStep {
  const content = openSiteCookie(core, place, cookie)
  const verifier = content?.verifier ?? core.random.text(32)
  const authorization = {
    client_id: toSiteClientId(place.site),
    redirect_uri: findCallback(place.site),
    response_type: 'code',
    scope: 'openid',
    max_age: `${place.site.sessionSeconds}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: otherAccount ? 'select_account' : undefined,
    state: core.secretBox.seal(createReturnPurpose(place), toReturnPath(to)),
  }
  const value = sealSiteCookie(core, place, { ...content, verifier })
  return { authorization, cookie: { value, seconds: pendingSeconds } }
}

const createReturnPurpose = ({ application, site }: Place) => `return to site ${application.id} ${site.id}`

/** The path of a page of the site, and of nothing else. */
const toReturnPath = (to: string): string =>
  to.startsWith('/') && to.length <= longestReturn && /^[!-~]+$/.test(to) && !to.startsWith(`${sitePrefix}/`) ? to : '/'

/** The parameters of the response of the authorization endpoint. */
export type SiteResponse = { code?: string | undefined; state?: string | undefined; error?: string | undefined }

/**
 * Completes a sign-in to a site: spends the code, and keeps the session in the cookie. A response to a sign-in that another tab started or
 * finished leads to the page, which starts another one unless the user is signed in by now.
 * @throws AppError forbidden: the user can't use the site · bad_request: the browser kept no cookie, or the sign-in expired
 */
export async function completeSiteSignIn(
  core: Core,
  place: Place,
  { cookie, ...response }: SiteResponse & { cookie: string | undefined },
): Promise<SiteStep> {
  const location = `${findSiteOrigin(place.site)}${openReturnPath(core, place, response.state)}`
  const content = openSiteCookie(core, place, cookie)
  if (response.error === 'access_denied') throw new AppError('forbidden', 'This account can’t use this site')
  if (content === undefined) throw badRequest('The browser did not keep the cookie of this site')
  const flow = await openCode(core, place, response.code).catch(ignoreRejection)
  const isHere =
    flow !== undefined && content.verifier !== undefined && isCodeVerifier(content.verifier, flow.codeChallenge)
  const visitor = isHere ? await spendCode(core, place, flow) : undefined
  if (!visitor) return continueElsewhere(content, { location, wasOpened: flow !== undefined })
  return { location, cookie: keepSession(core, place, visitor) }
}

function ignoreRejection(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

/** Another tab has the session, or has started a sign-in that this one's page can join. */
function continueElsewhere({ session }: SiteCookie, { location, wasOpened }: { location: string; wasOpened: boolean }) {
  if (session === undefined && !wasOpened) throw badRequest('The sign-in has expired: start it again')
  return { location }
}

function keepSession(core: Core, place: Place, { session: { id, authenticatedAt } }: Visitor) {
  const { sessionIdleSeconds, sessionSeconds } = place.site
  const session = { id, authenticatedAt, renewedAt: core.now() }
  return { value: sealSiteCookie(core, place, { session }), seconds: Math.min(sessionIdleSeconds, sessionSeconds) }
}

function openReturnPath({ secretBox }: Core, place: Place, state: string | undefined): string {
  try {
    return secretBox.open(createReturnPurpose(place), state ?? '')
  } catch {
    return '/'
  }
}

/** @throws AppError bad_request: it is not a code for this site, or has expired */
async function openCode(core: Core, { application, site }: Place, code: string | undefined): Promise<CodeFlow> {
  const of = { session: code ?? '', appId: application.id, purpose: 'authorizationCode' } as const
  const { flow } = await openFlow<CodeFlow>(core, of, () => badRequest('The code has expired'))
  if (flow.clientId !== toSiteClientId(site) || flow.redirectUri !== findCallback(site))
    throw badRequest('The code is for another site')
  return flow
}

/** The user of a code, which is spent by it; undefined if that happened before, or the session has ended. */
async function spendCode(core: Core, place: Place, flow: CodeFlow): Promise<Visitor | undefined> {
  const { application, site } = place
  const { userId, passkeyId, grant } = flow
  const session = { id: grant.sessionId ?? '', authenticatedAt: grant.authTime, renewedAt: core.now() }
  const visitor = await findVisitor(core, place, session)
  if (visitor?.user.id !== userId || visitor.session.authenticatedAt !== grant.authTime) return undefined
  const detail = { siteId: site.id, host: site.host }
  const event = createEvent(core, application, { type: 'fido2.site.signed_in', userId, passkeyId, detail })
  const conflict = await core.store.commit([
    { spend: { appId: application.id, ...toSpentSession(flow) } },
    { append: event },
  ])
  return conflict === undefined ? visitor : undefined
}

/**
 * Signs the user of a site out. A link on the site itself ends the session of the browser at once; from elsewhere, the issuer asks the
 * user first, as any page can lead a browser here.
 */
export async function signOutOfSite(
  core: Core,
  place: Place,
  { cookie, isOwnLink }: { cookie: string | undefined; isOwnLink: boolean },
): Promise<SiteStep> {
  const visitor = isOwnLink ? await findVisitor(core, place, openSiteCookie(core, place, cookie)?.session) : undefined
  if (!visitor) return { endSession: true }
  await endSession(core, place.application, visitor.session)
  return { location: `${findIssuer(core, place.application)}/signed-out/`, cookie: { value: '', seconds: 0 } }
}
