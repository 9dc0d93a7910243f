import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { type Parameters, RejectedRequest, readOne, readParameters } from '../../model/authorization/parameters.ts'
import { isRegistered, UnregisteredRedirectUri } from '../../model/authorization/redirect-uri.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import { type BrowserCookies, openBrowserSession } from './browser-session.ts'
import { unreadable } from './client-authentication.ts'
import { isPushedUri, openParameters, sealParameters, startRequest } from './flow.ts'
import { findNext } from './next.ts'
import { findRequestingClient } from './requesting-client.ts'
import { findIssuer, type ResponseAddress, respondWithError } from './response.ts'
import { validateRequest } from './validate-request.ts'

/** The client of a request, and the parameters as they arrived or were pushed. */
type Arrival = { application: Application; client: Client; parameters: Parameters; isPushed: boolean }

/**
 * Answers an authorization request with the URL that the browser opens next: a hosted page, or the client's redirect URI with a code or
 * an error.
 * @throws AppError bad_request: client or redirect URI are unknown, so only the user gets to know
 */
export async function authorize(
  core: Core,
  application: Application,
  { parameters, cookies }: { parameters: Parameters; cookies: BrowserCookies | undefined },
): Promise<string> {
  const arrival = await findArrival(core, application, parameters)
  const { location } = await respond(core, arrival, async (request) => {
    const [flow, opened] = [
      startRequest(core, application, { client: arrival.client, request }),
      await openBrowserSession(core, application, cookies),
    ]
    return findNext(core, { application, client: arrival.client, flow, opened })
  })
  return location
}

/** Where a sealed request continues: at the redirect URI with an error, or at the same endpoint with that `request_uri`. */
export type SealedRequest = { location: string } | { clientId: string; requestUri: string }

/**
 * Seals a request that a browser posted, so that the browser can be led back with it: a page of another site posts without the cookie
 * of the session, which a redirect has (`SameSite=Lax`).
 * @throws AppError bad_request, as above
 */
export async function sealRequest(
  core: Core,
  application: Application,
  parameters: Parameters,
): Promise<SealedRequest> {
  const arrival = await findArrival(core, application, parameters)
  return respond<SealedRequest>(core, arrival, async ({ clientId }) => {
    const { isPushed } = arrival
    const sealed = { parameters: readParameters(arrival.parameters), isPushed }
    return { clientId, requestUri: sealParameters(core, application, sealed) }
  })
}

/** Runs what needs a valid request, and sends what is wrong with it to its client. */
async function respond<T>(
  core: Core,
  { application, client, parameters, isPushed }: Arrival,
  run: (request: AuthorizationRequest) => Promise<T>,
): Promise<T | { location: string }> {
  try {
    const single = readParameters(parameters)
    if (client.requirePar && !isPushed)
      throw new RejectedRequest('invalid_request', 'The client must push its requests')
    return await run(await validateRequest(core, { application, client }, single))
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error
    return { location: respondWithError(toAddress(parameters), error, findIssuer(core, application)) }
  }
}

const toAddress = (parameters: Parameters): ResponseAddress => {
  const state = readOne(parameters, 'state')
  return { redirectUri: readOne(parameters, 'redirect_uri')!, ...(state !== undefined && { state }) }
}

async function findArrival(core: Core, application: Application, parameters: Parameters): Promise<Arrival> {
  const requestUri = readOne(parameters, 'request_uri')
  if (requestUri === undefined || !isPushedUri(requestUri))
    return { application, client: await findClient(core, application, parameters), parameters, isPushed: false }
  const pushed = await openParameters(core, application, requestUri)
  if (pushed.parameters.client_id !== parameters.client_id)
    throw badRequest('client_id must be that of the request_uri (RFC 9126 §4)')
  const client = await findClient(core, application, pushed.parameters)
  return { application, client, parameters: pushed.parameters, isPushed: pushed.isPushed }
}

/**
 * The client of a request. What the caller sent is only in the log: a page that repeats it could be made to say anything.
 * @throws AppError bad_request: it is unknown, or its redirect URI is · too_many_requests: its document has to be read
 */
async function findClient(core: Core, application: Application, parameters: Parameters): Promise<Client> {
  const [clientId, redirectUri] = [readOne(parameters, 'client_id'), readOne(parameters, 'redirect_uri')]
  if (clientId === undefined) throw badRequest('client_id is required once')
  const found = await findRequestingClient(core, application, clientId)
  // No 503: anyone can name a client whose host is down.
  if ('outage' in found) throw badRequest(unreadable, found.outage)
  if ('problem' in found) throw badRequest(found.problem, clientId)
  const { client } = found
  if (redirectUri === undefined) throw badRequest('redirect_uri is required once', clientId)
  if (isRegistered(client, redirectUri)) return client
  throw badRequest(
    'redirect_uri is not one that the client registered',
    new UnregisteredRedirectUri(client, redirectUri),
  )
}
