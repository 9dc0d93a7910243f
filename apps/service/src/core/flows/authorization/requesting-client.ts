import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { readSiteId, toSiteClient } from '../../model/protected-sites/site-client.ts'
import { type ClientSearch, findAnyClient, noClient } from './find-client.ts'

/**
 * Finds the client of an authorization request: a registered one, one that is known by its document, or a protected site.
 * @throws AppError too_many_requests: its document has to be read, and too many were
 */
export async function findRequestingClient(
  core: Core,
  application: Application,
  clientId: string,
): Promise<ClientSearch> {
  if (readSiteId(clientId) === undefined) return findAnyClient(core, application, { clientId, use: 'requests' })
  const client = await findKnownClient(core, application, clientId)
  return client ? { client } : noClient
}

/** A registered client, or a protected site. */
export async function findKnownClient(
  { store }: Core,
  { id: appId }: Application,
  clientId: string,
): Promise<Client | undefined> {
  const siteId = readSiteId(clientId)
  if (siteId === undefined) return store.openidClients.find({ appId, clientId })
  const site = await store.protectedSites.find({ appId, id: siteId })
  return site && toSiteClient(site)
}
