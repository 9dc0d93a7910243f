import { mostPostedCharacters } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { addParameters } from '../../model/authorization/redirect-uri.ts'
import { toSubject } from '../../model/authorization/subject.ts'
import type { VerifiedHint } from '../../ports/client-tokens.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { openFlow } from '../open-flow.ts'
import { type BrowserCookies, openBrowserSession } from './browser-session.ts'
import {
  type PostedSignOutFlow,
  type SignOutFlow,
  type SignOutParameters,
  startPostedSignOut,
  startSignOut,
} from './flow.ts'
import { toSid } from './issue.ts'
import { findIssuer } from './response.ts'
import { endSession } from './sign-in-browser.ts'

/** `ask`: the sealed request, to which the user must agree. `location`: where the browser goes now; the session has ended. */
export type SignOut = { ask: string } | { location: string; hasEnded: boolean }

/**
 * Signs the user of a browser out for a client (RP-Initiated Logout 1.0 §2): at once if an ID token shows that the client means this
 * session, which has no other way to be guessed; otherwise only if the user agrees, as any page can lead a browser here.
 * @throws AppError bad_request: the client is unknown, or post_logout_redirect_uri is not one that it registered
 */
export async function requestSignOut(
  core: Core,
  application: Application,
  { parameters, cookies }: { parameters: SignOutParameters; cookies: BrowserCookies | undefined },
): Promise<SignOut> {
  const hint = await readHint(core, application, parameters.id_token_hint)
  const client = await findClient(core, application, { hint, clientId: parameters.client_id })
  const location = findReturn(core, application, { client, parameters })
  const opened = await openBrowserSession(core, application, cookies)
  if (!opened) return { location, hasEnded: false }
  if (!client || !hint || !isAbout(core, { client, hint }, opened))
    return { ask: core.sessions.seal(startSignOut(core, application, location)) }
  await endSession(core, application, opened.session)
  return { location, hasEnded: true }
}

/**
 * Signs the user out who agreed to that, and returns where the browser goes then.
 * @throws AppError bad_request: the request has expired
 */
export async function confirmSignOut(
  core: Core,
  application: Application,
  { request, cookies }: { request: string; cookies: BrowserCookies | undefined },
): Promise<string> {
  const { location } = await openSignOut(core, application, request)
  const opened = await openBrowserSession(core, application, cookies)
  if (opened) await endSession(core, application, opened.session)
  return location
}

const expired = (reason: unknown) => badRequest('The sign-out has expired: start it again', reason)

/** @throws AppError bad_request: the request has expired, or is not of this application */
async function openSignOut(core: Core, application: Application, request: string): Promise<SignOutFlow> {
  const of = { session: request, appId: application.id, purpose: 'signOut' } as const
  return (await openFlow<SignOutFlow>(core, of, expired)).flow
}

/**
 * Seals what a browser posted, so that it can be led back with its cookie.
 * @throws AppError bad_request: it's too long for an address
 */
export function sealPostedSignOut(core: Core, application: Application, parameters: SignOutParameters): string {
  const posted = core.sessions.seal(startPostedSignOut(core, application, parameters))
  if (posted.length <= mostPostedCharacters) return posted
  throw badRequest('The sign-out request is too long: shorten state')
}

/** @throws AppError bad_request: it has expired, or is not of this application */
export async function openPostedSignOut(
  core: Core,
  application: Application,
  posted: string,
): Promise<SignOutParameters> {
  const of = { session: posted, appId: application.id, purpose: 'postedSignOut' } as const
  return (await openFlow<PostedSignOutFlow>(core, of, expired)).flow.parameters
}

/** An ID token that can't be verified, such as one of a key that was retired since, counts as none. */
async function readHint(
  { tokens }: Core,
  application: Application,
  hint: string | undefined,
): Promise<VerifiedHint | undefined> {
  try {
    return hint === undefined ? undefined : await tokens.verifyHint(application, hint)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function findClient(
  { store }: Core,
  application: Application,
  { hint, clientId }: { hint: VerifiedHint | undefined; clientId: string | undefined },
): Promise<Client | undefined> {
  if (hint && clientId !== undefined && hint.clientId !== clientId)
    throw badRequest('client_id is not that of the id_token_hint')
  const id = hint?.clientId ?? clientId
  if (id === undefined) return undefined
  const client = await store.openidClients.find({ appId: application.id, clientId: id })
  if (!client) throw badRequest('There is no client with this client_id', id)
  return client
}

type Return = { client: Client | undefined; parameters: SignOutParameters }

/** Only to an address that the client registered: others would make an open redirector of the endpoint (§3). */
function findReturn(core: Core, application: Application, { client, parameters }: Return): string {
  const { post_logout_redirect_uri: uri, state } = parameters
  if (uri === undefined) return `${findIssuer(core, application)}/signed-out/`
  if (!client) throw badRequest('post_logout_redirect_uri needs id_token_hint or client_id')
  if (client.postLogoutRedirectUris.includes(uri)) return addParameters(uri, { state })
  throw badRequest('post_logout_redirect_uri is not one that the client registered', `${client.id} sent ${uri}`)
}

/** Whether an ID token is about the user of a session and, if it names one, about that session. */
function isAbout(
  core: Core,
  { client, hint }: { client: Client; hint: VerifiedHint },
  { session, user }: OpenedBrowserSession,
): boolean {
  const isSession = hint.sid === undefined || hint.sid === toSid(core, client, session.id)
  return isSession && hint.sub === toSubject(core, client, user.id)
}
