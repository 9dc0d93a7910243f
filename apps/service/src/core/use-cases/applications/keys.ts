import { createHash, timingSafeEqual } from 'node:crypto'
import { adminScope, apiKeyScopes, directoryScopes, type KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { Core } from '../../core.ts'
import { badRequest, invalidApiKey, notFound } from '../../errors.ts'
import type { ApiKey } from '../../model/applications/api-key.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'

/** Lets secret scanners and developers recognize a key. */
export const apiKeyPrefix = 'ttk_'

// The ID finds its row; the secret proves it.
const keyPattern = /^ttk_([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/

/** Of one application. */
const mostInUse = 500

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The scopes that keys of that application can have: administration and those of directories for the installation's own,
 * everything else for others.
 */
export const listAllowedScopes = ({ id }: Application): readonly KeyScope[] =>
  id === ownApplicationId ? [adminScope, ...directoryScopes] : apiKeyScopes

/** The scopes of keys for which none are chosen. */
export const listUsualScopes = (application: Application): readonly KeyScope[] =>
  application.id === ownApplicationId ? [adminScope] : listAllowedScopes(application)

/** The purpose of a new API key; `expiresAt` in milliseconds since 1970, never by default. */
type ApiKeyRequest = { name: string; scopes: readonly string[]; expiresAt?: number | undefined }

/**
 * Creates an API key. The text can't be retrieved later; only its hash is stored (256 random bits need no slow hash).
 * @throws AppError bad_request: unknown scope, a time of expiry that has passed, or too many keys
 */
export async function createApiKey(
  core: Core,
  application: Application,
  { name, scopes, expiresAt }: ApiKeyRequest,
): Promise<{ key: ApiKey; text: string }> {
  const possible = listAllowedScopes(application)
  const isPossible = (text: string): text is KeyScope => possible.some((scope) => scope === text)
  const unknown = scopes.filter((text) => !isPossible(text))
  if (unknown.length > 0) throw badRequest(`Unknown scope ${unknown.join(', ')}; there are: ${possible.join(', ')}`)
  const { store, random, now } = core
  if (expiresAt !== undefined && expiresAt <= now())
    throw badRequest('The time when the key expires has already passed')
  if ((await store.apiKeys.countInUse(application.id, now())) >= mostInUse)
    throw badRequest(`There are ${mostInUse} API keys in use: revoke one first`)
  const id = random.uuid().replaceAll('-', '').slice(0, 16)
  const secret = random.text(32)
  const key: ApiKey = {
    id,
    appId: application.id,
    name,
    scopes: scopes.filter(isPossible),
    secretHash: hashSecret(secret).toString('base64url'),
    createdAt: now(),
    lastUsedAt: undefined,
    expiresAt,
    revokedAt: undefined,
  }
  const detail = { keyId: id, name, scopes: key.scopes.join(' ') }
  const event = createEvent(core, application, { type: 'fido2.api_key.created', detail })
  const after = { name, scopes: key.scopes, ...describeExpiry(key) }
  const audit = recordChange(core, { action: 'apiKey.created', application: application.id, target: id, after })
  await store.commit([{ addApiKey: key }, { append: event }, ...audit])
  return { key, text: `${apiKeyPrefix}${id}.${secret}` }
}

const describeExpiry = ({ expiresAt }: ApiKey) =>
  expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }

/** @throws AppError not_found: the application has no such key in use */
export async function revokeApiKey(core: Core, application: Application, id: string): Promise<void> {
  const event = createEvent(core, application, { type: 'fido2.api_key.revoked', detail: { keyId: id } })
  const key = { appId: application.id, id, at: core.now() }
  const audit = recordChange(core, { action: 'apiKey.revoked', application: application.id, target: id })
  if (await core.store.commit([{ revokeApiKey: key }, { append: event }, ...audit]))
    throw notFound(`No API key ${id} is in use`)
}

/** How exact the time of the last use is: a key in use is written once in that time, however often it is used. */
const useEveryMs = 3_600_000

/**
 * The API key of a call. It's read every time, so that a revoked key is rejected at once on every node.
 * @throws AppError unauthorized: unknown, expired, or revoked
 */
export async function findApiKey({ store, keyUses, now }: Core, text: string): Promise<ApiKey> {
  const [, id, secret] = keyPattern.exec(text) ?? []
  const key = id === undefined ? undefined : await store.apiKeys.find(id)
  if (!key || secret === undefined || !isInUse(key, now())) throw invalidApiKey()
  if (!timingSafeEqual(hashSecret(secret), Buffer.from(key.secretHash, 'base64url'))) throw invalidApiKey()
  if (now() - (key.lastUsedAt ?? 0) >= useEveryMs) keyUses.note({ id: key.id, appId: key.appId, at: now() })
  return key
}

const isInUse = ({ revokedAt, expiresAt }: ApiKey, now: number) =>
  revokedAt === undefined && (expiresAt === undefined || now < expiresAt)

/** Writes when API keys were last used. */
export async function recordKeyUses({ store, keyUses }: Core): Promise<void> {
  const uses = keyUses.take()
  if (uses.length > 0) await store.commit(uses.map((use) => ({ useApiKey: use })))
}

/** How long before a key or secret expires its owners are warned, and how long afterward. */
const warnedBeforeMs = 14 * 86_400_000
const warnedAfterMs = 30 * 86_400_000

/** The keys of an application that expire within two weeks, or expired in the last month; not the revoked ones. */
export async function listExpiringKeys({ store, now }: Core, { id }: Pick<Application, 'id'>): Promise<ApiKey[]> {
  const keys = await store.apiKeys.list(id)
  return keys.filter(({ expiresAt, revokedAt }) => revokedAt === undefined && isExpiring(expiresAt, now()))
}

/** Whether something expires within two weeks, or expired in the last month. */
export const isExpiring = (expiresAt: number | undefined, now: number): boolean =>
  expiresAt !== undefined && expiresAt - now < warnedBeforeMs && now - expiresAt < warnedAfterMs
