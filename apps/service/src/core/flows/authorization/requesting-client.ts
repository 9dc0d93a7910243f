import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { readSiteId, toSiteClient } from '../../model/protected-sites/site-client.ts'

/** The client of an authorization request: a registered one, or a protected site. */
export async function findRequestingClient(
  { store }: Core,
  { id: appId }: Application,
  clientId: string,
): Promise<Client | undefined> {
  const siteId = readSiteId(clientId)
  if (siteId === undefined) return store.openidClients.find({ appId, clientId })
  const site = await store.protectedSites.find({ appId, id: siteId })
  return site && toSiteClient(site)
}
