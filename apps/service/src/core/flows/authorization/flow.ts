import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import {
  createDocumentClient,
  type DocumentSummary,
  isDocumentId,
  judgeDocumentHost,
  summarizeClient,
} from '../../model/authorization/document-client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import type { SingleParameters } from '../../model/authorization/parameters.ts'
import { isRegistered } from '../../model/authorization/redirect-uri.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { Flow } from '../../ports/sessions.ts'
import { openFlow, toFlowApplication } from '../open-flow.ts'
import { findKnownClient } from './requesting-client.ts'

/** An authorization request on its way through the hosted pages. Their address holds it, so nothing is stored. */
export type RequestFlow = Flow & {
  purpose: 'authorization'
  request: AuthorizationRequest
  /** Of a client that is known by its document: how it was when the request arrived. */
  document?: DocumentSummary
  /** The session in which the user authenticated for this request, and when. */
  authenticated?: { sessionId: string; at: number }
  /** The session whose user chose to continue with this account. */
  selectedSessionId?: string
}

/** Parameters that a client pushed (RFC 9126), or that a browser posted without its cookies. */
export type PushedFlow = Flow & { purpose: 'pushedAuthorization'; parameters: SingleParameters; isPushed: boolean }

/** An authorization code. Its ID is that of the refresh tokens that it is exchanged for. */
export type CodeFlow = Flow & {
  purpose: 'authorizationCode'
  clientId: string
  redirectUri: string
  codeChallenge?: string
  userId: string
  passkeyId?: string
  tokenEpoch: number
  amr: readonly string[]
  grant: Grant
}

/**
 * A device code (RFC 8628 §3.2). Its ID is that of the refresh tokens that it is exchanged for. It can be opened for a while after its
 * end, so that a device learns why it gets no tokens.
 */
export type DeviceFlow = Flow & {
  purpose: 'deviceCode'
  clientId: string
  userCode: string
  userCodeEndsAt: number
  scopes: readonly string[]
  resource?: string
}

/** The parameters of RP-Initiated Logout 1.0 §2 that count; a hint of the username and languages are ignored. */
export type SignOutParameters = {
  id_token_hint?: string | undefined
  client_id?: string | undefined
  post_logout_redirect_uri?: string | undefined
  state?: string | undefined
}

/** A request to sign the user out that they must agree to, and where the browser goes then. */
export type SignOutFlow = Flow & { purpose: 'signOut'; location: string }

/** A request to sign the user out that a browser posted without its cookies. */
export type PostedSignOutFlow = Flow & { purpose: 'postedSignOut'; parameters: SignOutParameters }

/** The minutes that a user has for the hosted pages, which can include a registration with a code by email. */
const requestSeconds = 1_800
/** As long as a browser takes to follow a redirect (RFC 9126 §2.2). */
export const pushedSeconds = 90
/** RFC 6749 §4.1.2 recommends ten minutes at most. */
const codeSeconds = 60

/** The minutes in which a user finds a browser and signs in there. */
export const userCodeSeconds = 600

const startFlow = ({ random, now }: Core, application: Application, seconds: number) => {
  const startedAt = now()
  return { id: random.timeId(), ...toFlowApplication(application), startedAt, expiresAt: startedAt + seconds * 1000 }
}

export const startRequest = (
  core: Core,
  application: Application,
  { client, request }: { client: Client; request: AuthorizationRequest },
): RequestFlow => ({
  purpose: 'authorization',
  ...startFlow(core, application, requestSeconds),
  request,
  ...(isDocumentId(client.id) && { document: summarizeClient(client) }),
})

export const startSignOut = (core: Core, application: Application, location: string): SignOutFlow => ({
  purpose: 'signOut',
  ...startFlow(core, application, requestSeconds),
  location,
})

export const startPostedSignOut = (
  core: Core,
  application: Application,
  parameters: SignOutParameters,
): PostedSignOutFlow => ({ purpose: 'postedSignOut', ...startFlow(core, application, pushedSeconds), parameters })

/** Seals parameters into a `request_uri` (RFC 9126 §2.2). */
export function sealParameters(
  core: Core,
  application: Application,
  { parameters, isPushed }: Pick<PushedFlow, 'parameters' | 'isPushed'>,
): string {
  const flow: PushedFlow = {
    purpose: 'pushedAuthorization',
    ...startFlow(core, application, pushedSeconds),
    parameters,
    isPushed,
  }
  return `${pushedPrefix}${core.sessions.seal(flow)}`
}

const pushedPrefix = 'urn:ietf:params:oauth:request_uri:'

export const isPushedUri = (uri: string): boolean => uri.startsWith(pushedPrefix)

/** @throws AppError bad_request: the `request_uri` is not of this application, or has expired */
export async function openParameters(core: Core, application: Application, requestUri: string): Promise<PushedFlow> {
  const session = requestUri.slice(pushedPrefix.length)
  const reject = (reason: unknown) => badRequest('The request_uri is unknown or has expired', reason)
  const of = { session, appId: application.id, purpose: 'pushedAuthorization' } as const
  return (await openFlow<PushedFlow>(core, of, reject)).flow
}

type CodeContent = Omit<CodeFlow, keyof Flow> & { userId: string }

export const sealCode = (core: Core, application: Application, content: CodeContent): string =>
  core.sessions.seal({
    purpose: 'authorizationCode',
    ...startFlow(core, application, codeSeconds),
    ...content,
  } as CodeFlow)

export function sealDeviceCode(
  core: Core,
  application: Application,
  content: Pick<DeviceFlow, 'clientId' | 'userCode' | 'scopes' | 'resource'>,
): string {
  const started = startFlow(core, application, 2 * userCodeSeconds)
  const userCodeEndsAt = started.startedAt + userCodeSeconds * 1000
  const flow: DeviceFlow = { purpose: 'deviceCode', ...started, userCodeEndsAt, ...content }
  return core.sessions.seal(flow)
}

/** A request that hosted pages show, with the client: a registered one as it is now. */
export type OpenedRequest = { application: Application; client: Client; flow: RequestFlow }

/**
 * Opens the request in the address of a hosted page.
 * @throws AppError bad_request: it expired, or is not of this application, or its client was changed so that it is not valid any more
 */
export async function openRequest(core: Core, application: Application, sealed: string): Promise<OpenedRequest> {
  const reject = (reason: unknown) => badRequest('The sign-in has expired: start it again', reason)
  const of = { session: sealed, appId: application.id, purpose: 'authorization' } as const
  const { flow } = await openFlow<RequestFlow>(core, of, reject)
  const client = await findClient(core, application, flow)
  if (!client) throw reject('the client was changed')
  return { application, client, flow }
}

async function findClient(core: Core, application: Application, { request, document }: RequestFlow) {
  if (document) {
    const { isAllowed } = judgeDocumentHost(application, document.url)
    return isAllowed ? createDocumentClient(document, application.id) : undefined
  }
  const client = await findKnownClient(core, application, request.clientId)
  return client && !client.disabled && isRegistered(client, request.redirectUri) ? client : undefined
}
