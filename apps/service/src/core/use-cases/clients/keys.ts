import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { ClientKey } from '../../model/clients/client-key.ts'
import { toP256Pem } from '../../p256.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'

// Every token is verified under each key, so their number is limited.
const mostKeys = 10

/** `by` is the ID of an admin key, or `command line`. */
type NewClientKey = { name: string; publicKey: string; by: string }

/**
 * Registers the public key of a backend's service tokens. At the installation's own application, such a token would open
 * every member's account.
 * @throws AppError bad_request: not a P-256 public key, ten are in use, or the application is the installation's own
 */
export async function addClientKey(core: Core, application: Application, given: NewClientKey): Promise<ClientKey> {
  const { store, random, now } = core
  const { id: appId } = application
  const { name, by } = given
  if (appId === ownApplicationId) throw badRequest('The installation itself cannot have client keys')
  const publicKey = toP256Pem(given.publicKey)
  const inUse = (await store.clientKeys.list(appId)).filter(({ revokedAt }) => revokedAt === undefined)
  if (inUse.length >= mostKeys) throw badRequest(`${mostKeys} client keys are in use: revoke one first`)
  const key = { id: random.uuid(), appId, name, publicKey, createdAt: now(), revokedAt: undefined }
  const detail = { keyId: key.id, name, by }
  const event = createEvent(core, application, { type: 'fido2.client_key.added', detail })
  const audit = recordChange(core, { action: 'clientKey.added', application: appId, target: key.id, after: { name } })
  await store.commit([{ addClientKey: key }, { append: event }, ...audit])
  return key
}

/** @throws AppError not_found: the application has no such key in use */
export async function revokeClientKey(core: Core, application: Application, { id, by }: { id: string; by: string }) {
  const event = createEvent(core, application, { type: 'fido2.client_key.revoked', detail: { keyId: id, by } })
  const key = { appId: application.id, id, at: core.now() }
  const audit = recordChange(core, { action: 'clientKey.revoked', application: application.id, target: id })
  if (await core.store.commit([{ revokeClientKey: key }, { append: event }, ...audit]))
    throw notFound(`No client key ${id} is in use`)
}
