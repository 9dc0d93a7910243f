import {
  mostResources,
  type ResourcePatch,
  type ResourceRequest,
} from '@thumbturn/contract/vocabulary/protected-resources.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { AuditValues } from '../../model/audit/entry.ts'
import {
  listResourceProblems,
  listsResource,
  listUriForms,
  type ProtectedResource,
  type ResourceSettings,
} from '../../model/authorization/protected-resource.ts'
import type { Write } from '../../writes.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'

/** @throws AppError not_found: the application has no such resource */
export async function findResource(
  { store }: Pick<Core, 'store'>,
  appId: string,
  uri: string,
): Promise<ProtectedResource> {
  const resource = await store.protectedResources.find({ appId, forms: listUriForms(uri) })
  if (!resource) throw unknownResource()
  return resource
}

const unknownResource = () => notFound('The application has no resource with this URI')

/**
 * Creates a protected resource.
 * @throws AppError bad_request: a field is invalid, the URI is taken, the application has too many resources, or is the
 * installation's own
 */
export async function createResource(
  core: Core,
  application: Application,
  { uri, name, scopes = [], allowedGroups = [] }: ResourceRequest,
): Promise<ProtectedResource> {
  const { id: appId } = application
  if (appId === ownApplicationId) throw badRequest('The installation itself cannot have protected resources')
  const settings = { name, scopes, allowedGroups }
  rejectProblems(uri, settings)
  const { store } = core
  if ((await store.protectedResources.list(appId)).length >= mostResources)
    throw badRequest(`There are ${mostResources} resources: delete one first`)
  if (await store.protectedResources.find({ appId, forms: listUriForms(uri) })) throw uriTaken(uri)
  const at = core.now()
  const resource: ProtectedResource = { appId, uri, ...settings, version: 1, createdAt: at, updatedAt: at }
  const detail = { resource: uri, name }
  const event = createEvent(core, application, { type: 'fido2.openid.resource_created', detail })
  const audit = recordChange(core, { action: 'resource.created', application: appId, target: uri, after: settings })
  if (await store.commit([{ addResource: resource }, { append: event }, ...audit])) throw uriTaken(uri)
  return resource
}

const uriTaken = (uri: string) => badRequest(`There is already a resource with the URI ${uri}`)

/** @throws AppError bad_request: lists every problem */
function rejectProblems(uri: string, settings: ResourceSettings): void {
  const problems = listResourceProblems({ uri, ...settings })
  if (problems.length > 0) throw badRequest(problems.join('; '))
}

const describe = ({ name, scopes, allowedGroups }: ResourceSettings): AuditValues & ResourceSettings => ({
  name,
  scopes,
  allowedGroups,
})

const mostAttempts = 5

/** Runs what writes a version that was read, again if another change came first. */
async function retry<T>(attempt: () => Promise<T | 'outdated'>): Promise<T> {
  for (let count = 1; count <= mostAttempts; count++) {
    const outcome = await attempt()
    if (outcome !== 'outdated') return outcome
  }
  throw new AppError('conflict', 'The resource is being changed: try again')
}

/**
 * Changes a resource. Writes nothing if nothing changes.
 * @throws AppError bad_request: the result would be invalid · not_found · conflict: others keep changing it
 */
export const changeResource = (
  core: Core,
  application: Application,
  { uri: asked, ...patch }: ResourcePatch & { uri: string },
): Promise<ProtectedResource> =>
  retry(async () => {
    const before = await findResource(core, application.id, asked)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const after: ProtectedResource = { ...before, ...given, updatedAt: core.now() }
    const { uri } = before
    rejectProblems(uri, describe(after))
    const values = compareValues(describe(before), describe(after))
    const fields = Object.keys(values.after).join(' ')
    if (fields === '') return before
    const detail = { resource: uri, fields }
    const event = createEvent(core, application, { type: 'fido2.openid.resource_changed', detail })
    const audit = recordChange(core, {
      action: 'resource.changed',
      application: application.id,
      target: uri,
      ...values,
    })
    const conflict = await core.store.commit([{ changeResource: after }, { append: event }, ...audit])
    return conflict === undefined ? { ...after, version: after.version + 1 } : 'outdated'
  })

/**
 * Deletes a resource, also from the clients that list it: they could get tokens for an audience without scopes and groups otherwise.
 * @throws AppError not_found · conflict: others keep changing its clients
 */
export const deleteResource = (core: Core, application: Application, asked: string): Promise<void> =>
  retry(async () => {
    const { id: appId } = application
    const resource = await findResource(core, appId, asked)
    const { uri } = resource
    const event = createEvent(core, application, { type: 'fido2.openid.resource_deleted', detail: { resource: uri } })
    const before = describe(resource)
    const audit = recordChange(core, { action: 'resource.deleted', application: appId, target: uri, before })
    const clients = await removeFromClients(core, application, uri)
    const conflict = await core.store.commit([
      { deleteResource: { appId, uri } },
      ...clients,
      { append: event },
      ...audit,
    ])
    return conflict === undefined ? undefined : 'outdated'
  })

async function removeFromClients(core: Core, application: Application, uri: string): Promise<Write[]> {
  const clients = await core.store.openidClients.list(application.id)
  return clients
    .filter((client) => listsResource(client, uri))
    .flatMap((client) => {
      const resources = client.resources.filter((one) => !listUriForms(uri).includes(one))
      const detail = { clientId: client.id, fields: 'resources' }
      const event = createEvent(core, application, { type: 'fido2.openid.client_changed', detail })
      return [{ changeClient: { ...client, resources, updatedAt: core.now() } }, { append: event }]
    })
}
