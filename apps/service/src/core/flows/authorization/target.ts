import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'
import { canAskFor, listUriForms, type ProtectedResource } from '../../model/authorization/protected-resource.ts'

/** The purpose of an access token (RFC 8707): a registered resource, or an audience that only its client lists. */
export type Target = { uri: string; resource: ProtectedResource | undefined }

/** A resource as clients may write its URI; undefined if it isn't registered. */
export const findResource = (
  { store }: Pick<Core, 'store'>,
  appId: string,
  uri: string,
): Promise<ProtectedResource | undefined> => store.protectedResources.find({ appId, forms: listUriForms(uri) })

/** The target that a client asks for, if it can; undefined otherwise. */
export async function lookUpTarget(core: Core, client: Client, uri: string): Promise<Target | undefined> {
  const resource = await findResource(core, client.appId, uri)
  if (resource) return canAskFor(client, resource) ? { uri: resource.uri, resource } : undefined
  return client.resources.includes(uri) ? { uri, resource: undefined } : undefined
}

/**
 * The target of a request, if it names one.
 * @throws RejectedRequest invalid_target: no such resource, or not for this client
 */
export async function findTarget(core: Core, client: Client, asked: string | undefined): Promise<Target | undefined> {
  if (asked === undefined) return undefined
  const target = await lookUpTarget(core, client, asked)
  if (!target) throw new RejectedRequest('invalid_target', 'The client cannot ask for tokens for this resource')
  return target
}

/**
 * The target of tokens for an authorization: the one that was granted, which the request may name (RFC 8707 §2.2).
 * @throws RejectedRequest invalid_target: it was not granted, or the client can no longer ask for it
 */
export async function findGrantedTarget(
  core: Core,
  client: Client,
  { granted: { resources = [] }, asked }: { granted: Pick<Grant, 'resources'>; asked: string | undefined },
): Promise<Target | undefined> {
  const uri = asked === undefined ? resources[0] : resources.find((one) => listUriForms(asked).includes(one))
  if (asked === undefined || uri !== undefined) return findTarget(core, client, uri)
  throw new RejectedRequest('invalid_target', 'resource must be one that was granted')
}
