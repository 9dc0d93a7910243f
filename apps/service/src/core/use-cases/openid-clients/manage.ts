import { type ClientPatch, type ClientRequest, mostClients } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { applyClientPatch, listClientSettings } from '../../model/authorization/apply-patch.ts'
import { listClientProblems } from '../../model/authorization/check-client.ts'
import type { Client, ClientSettings } from '../../model/authorization/client.ts'
import { listClientDefaults } from '../../model/authorization/client-defaults.ts'
import { ensureSigningKey, type KeyChanger } from '../applications/signing-keys.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { changeStoredClient, createId, findClient, unknownClient } from './find.ts'
import { createClientSecret, usesSecret } from './secrets.ts'

/** A client, and the secret that the service created for it, which is shown only now. */
export type NewClient = { client: Client; secret: string | undefined }

/**
 * Creates a client, with a secret if it authenticates with one. `by` is recorded if its tokens need a first key for RS256.
 * @throws AppError bad_request: a field is invalid, the ID is taken, the application has too many clients, or is the
 * installation's own
 */
export async function createClient(
  core: Core,
  application: Application,
  { id = createId(core, 16), by, ...choices }: ClientRequest & { by: KeyChanger },
): Promise<NewClient> {
  const { id: appId } = application
  if (appId === ownApplicationId) throw badRequest('The installation itself cannot have OpenID clients')
  const settings = applyClientPatch({ ...listClientDefaults(choices.type ?? 'web'), name: choices.name }, choices)
  rejectProblems(settings)
  rejectAmbiguousId(id, appId)
  if ((await core.store.openidClients.list(appId)).length >= mostClients)
    throw badRequest(`There are ${mostClients} clients: delete one first`)
  await ensureSigningKey(core, application, { alg: 'RS256', by })
  const created = usesSecret(settings) ? createClientSecret(core) : undefined
  const at = core.now()
  const secrets = created ? [created.secret] : []
  const client: Client = { ...settings, appId, id, secrets, version: 1, createdAt: at, updatedAt: at }
  const event = createEvent(core, application, {
    type: 'fido2.openid.client_created',
    detail: { clientId: id, name: client.name },
  })
  const after = { ...settings }
  const audit = recordChange(core, { action: 'client.created', application: appId, target: id, after })
  const conflict = await core.store.commit([{ addClient: client }, { append: event }, ...audit])
  if (conflict !== undefined) throw badRequest(`There is already a client ${id}`)
  return { client, secret: created?.text }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The ID of a client is the audience of its ID tokens, and the subject of tokens for itself: it must be neither the audience of other
 * tokens nor like the ID of a user (RFC 9068 §5).
 */
function rejectAmbiguousId(id: string, appId: string): void {
  if (id === appId) throw badRequest(`The ID of a client cannot be that of its application: choose another than ${id}`)
  if (uuid.test(id)) throw badRequest('The ID of a client cannot be a UUID, as IDs of users are: choose a name')
}

/** @throws AppError bad_request: lists every problem */
function rejectProblems(settings: ClientSettings): void {
  const problems = listClientProblems(settings)
  if (problems.length > 0) throw badRequest(problems.join('; '))
}

/**
 * Changes a client. Secrets that it no longer uses are deleted.
 * @throws AppError bad_request: the result would be invalid · not_found · conflict: others keep changing it
 */
export const changeClient = (
  core: Core,
  application: Application,
  { id, ...patch }: ClientPatch & { id: string },
): Promise<Client> =>
  changeStoredClient(core, { application, id }, (client) => {
    const changed = applyClientPatch(client, patch)
    const [before, after] = [listClientSettings(client), listClientSettings(changed)]
    rejectProblems(after)
    const values = compareValues({ ...before }, { ...namesOf(before), ...after })
    const fields = Object.keys(values.after)
    if (fields.length === 0) return undefined
    const detail = { clientId: id, fields: fields.join(' ') }
    const event = createEvent(core, application, { type: 'fido2.openid.client_changed', detail })
    const audit = recordChange(core, { action: 'client.changed', application: application.id, target: id, ...values })
    const secrets = usesSecret(changed) ? client.secrets : []
    return { changed: { ...changed, secrets }, writes: [{ append: event }, ...audit] }
  })

/** Without values, so that a field that is removed counts as changed. */
const namesOf = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [name, undefined]))

/**
 * Deletes a client with its consents and refresh tokens. As these can be many, it is disabled before they are deleted.
 * @throws AppError not_found
 */
export async function deleteClient(core: Core, application: Application, id: string): Promise<void> {
  const key = { appId: application.id, id }
  const before = { ...listClientSettings(await findClient(core, application.id, id)) }
  await changeStoredClient(core, { application, id }, (client) =>
    client.disabled ? undefined : { changed: { ...client, disabled: true }, writes: [] },
  )
  await core.store.openidClients.clear({ appId: application.id, clientId: id })
  const event = createEvent(core, application, { type: 'fido2.openid.client_deleted', detail: { clientId: id } })
  const audit = recordChange(core, { action: 'client.deleted', application: application.id, target: id, before })
  const conflict = await core.store.commit([{ deleteClient: key }, { append: event }, ...audit])
  if (conflict !== undefined) throw unknownClient(id)
}
