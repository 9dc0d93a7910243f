import type { Core } from '../../core.ts'
import { tooMany } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { findClientUrlProblem } from '../../model/authorization/client-document.ts'
import { createDocumentClient, isDocumentId, judgeDocumentHost } from '../../model/authorization/document-client.ts'
import type { DocumentAddress, DocumentOutcome } from '../../ports/client-documents.ts'
import { toNetwork } from '../../use-cases/limits/network.ts'

/** `problem`: why there is no such client, in words for its developer. `outage`: it can't be known now; the words are for the log. */
export type ClientSearch = { client: Client } | { problem: string } | { outage: string }

/** The part of the protocol that a client is needed for. Only for tokens that it was granted, a document counts that can't be read again. */
export type ClientUse = 'requests' | 'tokens'

export const noClient: ClientSearch = { problem: 'There is no client with this client_id' }

/**
 * Finds a client that a member registered, or that is known by its document where the application allows that.
 * @throws AppError too_many_requests: its document has to be read, and too many were
 */
export async function findAnyClient(
  core: Core,
  application: Application,
  { clientId, use }: { clientId: string; use: ClientUse },
): Promise<ClientSearch> {
  if (isDocumentId(clientId)) return findDocumentClient(core, application, { url: clientId, use })
  const client = await core.store.openidClients.find({ appId: application.id, clientId })
  if (!client) return noClient
  return client.disabled ? { problem: 'The client is disabled' } : { client }
}

async function findDocumentClient(
  core: Core,
  application: Application,
  { url, use }: { url: string; use: ClientUse },
): Promise<ClientSearch> {
  const { isAllowed, isListed } = judgeDocumentHost(application, url)
  if (!isAllowed) return noClient
  const problem = findClientUrlProblem(url)
  if (problem !== undefined) return { problem }
  const found = await readDocument(core, application, { address: { url, isListed }, use })
  if ('problem' in found) return { problem: `The metadata document of the client cannot be used: ${found.problem}` }
  if ('outage' in found) return found
  return { client: createDocumentClient(found.document, application.id) }
}

type DocumentSearch = { address: DocumentAddress; use: ClientUse }

async function readDocument(core: Core, application: Application, search: DocumentSearch): Promise<DocumentOutcome> {
  const outcome = await readOrJoin(core, application, search.address)
  const stale = search.use === 'tokens' && 'outage' in outcome && core.clientDocuments.findStale(search.address)
  return stale ? { document: stale } : outcome
}

/**
 * The requests that callers without any credential can cause, per minute: for an application, and from one network, so that it
 * can't use up those of all others.
 */
const readLimits = { application: { calls: 30, seconds: 60 }, network: { calls: 10, seconds: 60 } } as const

async function readOrJoin(core: Core, application: Application, address: DocumentAddress): Promise<DocumentOutcome> {
  const { clientDocuments } = core
  const kept = clientDocuments.findKept(address)
  if (kept) return kept
  const waitMs = await takeRead(core, application)
  if (waitMs === 0) return clientDocuments.read(address)
  // Another caller's request can have begun in the meantime.
  const joined = clientDocuments.findKept(address)
  if (joined) return joined
  throw tooMany(Math.ceil(waitMs / 1000))
}

/** Counts a request before it is sent. Returns the milliseconds to wait, or 0. */
async function takeRead({ limiter, origin }: Core, { id }: Application): Promise<number> {
  const network = origin?.address && toNetwork(origin.address)
  const waitMs =
    network === undefined ? 0 : await limiter.take(`client document network ${network}`, readLimits.network)
  return waitMs > 0 ? waitMs : limiter.take(`client document application ${id}`, readLimits.application)
}
