import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import { badRequest, notFound } from '../errors.ts'
import { p256Pem } from '../p256.ts'
import type { ClientKey } from './client-key.ts'

// Each is tried on every token, so their number is bounded.
const mostKeys = 10

/**
 * Registers a public key with which the customer's backend signs its service tokens.
 * @throws AppError bad_request: no P-256 public key, or there are ten in use
 */
export async function addClientKey(
  { store, random, now }: Core,
  { id: appId }: Application,
  { name, publicKey }: { name: string; publicKey: string },
): Promise<ClientKey> {
  const pem = p256Pem(publicKey)
  const inUse = (await store.clientKeys.list(appId)).filter(({ revokedAt }) => revokedAt === undefined)
  if (inUse.length >= mostKeys) throw badRequest(`${mostKeys} client keys are in use: revoke one first`)
  const key = { id: random.uuid(), appId, name, publicKey: pem, createdAt: now(), revokedAt: undefined }
  await store.clientKeys.add(key)
  return key
}

/** @throws AppError not_found: the application has no such key in use */
export async function revokeClientKey({ store, now }: Core, { id: appId }: Application, id: string): Promise<void> {
  if (!(await store.clientKeys.revoke(appId, id, now()))) throw notFound(`No client key ${id} is in use`)
}
