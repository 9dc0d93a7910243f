import type { Core } from '../../core.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import type { Write } from '../../writes.ts'

/** @throws AppError not_found: the application has no such registered client */
export async function findClient({ store }: Pick<Core, 'store'>, appId: string, clientId: string): Promise<Client> {
  const client = isDocumentId(clientId) ? undefined : await store.openidClients.find({ appId, clientId })
  if (!client) throw unknownClient(clientId)
  return client
}

export const unknownClient = (clientId: string) => notFound(`The application has no client ${clientId}`)

/** A random ID of that many bytes, which no command line takes for an option. */
export const createId = ({ random }: Pick<Core, 'random'>, bytes: number): string =>
  random.text(bytes).replace(/^-/, '_')

/** A client as it will be, and the writes that belong to the change; undefined if nothing changes. */
type ClientChange = { changed: Client; writes: readonly Write[] } | undefined

const mostAttempts = 5

/**
 * Writes a change to the version that it was computed from, and computes it again if another one came first.
 * @throws AppError not_found · conflict: others keep changing the client
 */
export async function changeStoredClient(
  core: Core,
  { application, id }: { application: Application; id: string },
  change: (client: Client) => ClientChange,
): Promise<Client> {
  for (let attempt = 1; ; attempt++) {
    const client = await findClient(core, application.id, id)
    const computed = change(client)
    if (computed === undefined) return client
    const changed = { ...computed.changed, updatedAt: core.now() }
    const conflict = await core.store.commit([{ changeClient: changed }, ...computed.writes])
    if (conflict === undefined) return { ...changed, version: changed.version + 1 }
    if (attempt === mostAttempts) throw new AppError('conflict', 'The client is being changed: try again')
  }
}
