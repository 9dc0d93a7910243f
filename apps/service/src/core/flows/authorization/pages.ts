import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'
import { isLoopback } from '../../model/authorization/redirect-uri.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { User } from '../../model/users/user.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { type BrowserCookies, openBrowserSession } from './browser-session.ts'
import { issueCode } from './code.ts'
import { changeConsent, compareAccess, extendConsent, type RequestedAccess } from './consent.ts'
import { type OpenedRequest, openRequest } from './flow.ts'
import { keepClient } from './kept-client.ts'
import { findNext, findStep, type NextStep, respondToRejections, type Step } from './next.ts'
import { findTarget, lookUpTarget } from './target.ts'

/** The call of a hosted page: the request in its address, and the cookie of its browser. */
export type PageCall = { request: string; cookies: BrowserCookies | undefined }

/** A request as a hosted page shows it. `location`: set if the browser must continue there at once, such as back to the client. */
export type RequestDescription = {
  client: Client
  request: AuthorizationRequest
  returnsTo: { host: string; isLoopback: boolean }
  access: RequestedAccess
  user: User | undefined
  step: Step
  location?: string
}

/**
 * Describes a request as it is for this browser now. The host that the user returns to is always shown, as the name of a client proves
 * nothing (RFC 9700 §4.11).
 * @throws AppError bad_request
 */
export async function describeRequest(
  core: Core,
  application: Application,
  call: PageCall,
): Promise<RequestDescription> {
  const { requested, opened } = await openPage(core, application, call)
  const { client, flow } = requested
  const access = await findAccess(core, requested, opened?.user)
  const returnsTo = describeReturn(flow.request.redirectUri)
  const shown = { client, request: flow.request, returnsTo, access, user: opened?.user }
  const next = await respondToRejections(core, requested, async () => ({
    step: await findStep(core, { ...requested, opened }),
    location: '',
  }))
  return { ...shown, step: next.step, ...(next.location !== '' && { location: next.location }) }
}

/** A resource that was deleted while the user read the page isn't shown; the next step returns to the client. */
async function findAccess(core: Core, { client, flow: { request } }: OpenedRequest, user: User | undefined) {
  const { id: clientId } = client
  const [consent, target] = await Promise.all([
    user && core.store.consents.find({ appId: user.appId, userId: user.id, clientId }),
    request.resource === undefined ? undefined : lookUpTarget(core, client, request.resource),
  ])
  return compareAccess({ ...request, target }, consent)
}

/** A private-use scheme (RFC 8252 §7.1) has no host, and says itself which program it opens. */
function describeReturn(redirectUri: string): RequestDescription['returnsTo'] {
  const { host, protocol } = new URL(redirectUri)
  return { host: host || protocol.slice(0, -1), isLoopback: isLoopback(redirectUri) }
}

async function openPage(core: Core, application: Application, { request, cookies }: PageCall) {
  const requested = await openRequest(core, application, request)
  return { requested, opened: await openBrowserSession(core, application, cookies) }
}

const notSignedIn = () => unauthorized('No user is signed in in this browser')

/**
 * Continues a request with the account that is signed in in this browser.
 * @throws AppError bad_request · unauthorized: no user is signed in
 */
export async function continueAsUser(core: Core, application: Application, call: PageCall): Promise<NextStep> {
  const { requested, opened } = await openPage(core, application, call)
  if (!opened) throw notSignedIn()
  const flow = { ...requested.flow, selectedSessionId: opened.session.id }
  return findNext(core, { ...requested, flow, opened })
}

/**
 * Records what the user decided about a request, and returns to the client with a code or with access_denied. Where something must
 * happen before the decision, such as a sign-in that became too old, it leads there.
 * @throws AppError bad_request · unauthorized: no user is signed in
 */
export async function decideConsent(
  core: Core,
  application: Application,
  { decision, ...call }: PageCall & { decision: 'allow' | 'deny' },
): Promise<NextStep> {
  const { requested, opened } = await openPage(core, application, call)
  if (!opened) throw notSignedIn()
  return respondToRejections(core, requested, async () => {
    if (decision === 'deny') throw new RejectedRequest('access_denied', 'The user denied the request')
    const step = await findStep(core, { ...requested, opened })
    if (step === 'signIn' || step === 'selectAccount') return findNext(core, { ...requested, opened })
    await recordConsent(core, requested, opened)
    return { step: 'done', location: await issueCode(core, { ...requested, opened }) }
  })
}

async function recordConsent(core: Core, { application, client, flow }: OpenedRequest, { user }: OpenedBrowserSession) {
  const { clientId, scopes } = flow.request
  const target = await findTarget(core, client, flow.request.resource)
  const detail = { clientId, scopes: scopes.join(' ') }
  const event = createEvent(core, application, { type: 'fido2.openid.consent_granted', userId: user.id, detail })
  const recorded = await changeConsent(core, { appId: user.appId, userId: user.id, clientId }, async (former) => {
    const consent = extendConsent({ ...flow.request, target }, { former, user, at: core.now() })
    const before = isDocumentId(clientId) ? await keepClient(core, application, { client, user, former }) : []
    return { consent, before, after: [{ append: event }], outcome: undefined }
  })
  if ('conflict' in recorded)
    throw unauthorized('The user or the client no longer exists', `conflict: ${recorded.conflict}`)
}
