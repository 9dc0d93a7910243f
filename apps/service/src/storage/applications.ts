import {
  type Application,
  type ApplicationSettings,
  type ApplicationStore,
  defaultSettings,
  type SigningKey,
} from '../core/applications/application.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from './database.ts'
import { eventInsert } from './events.ts'
import type { ApplicationRow, SigningKeyRow } from './tables.ts'

export function sqlApplications(db: Database): ApplicationStore {
  const insertApplication = prepareInsert(db, 'applications')
  const insertKey = prepareInsert(db, 'signing_keys')
  const insertEvent = eventInsert(db)
  const replace = replaceApplication(db)
  const { changedSince, signingKeys, withSeveralKeys } = applicationReads(db)
  const touch = touchApplication(db)
  const retire = retireKey(db)
  return {
    async add(application, key, event) {
      const steps = [insertApplication(applicationRow(application)), insertKey(keyRow(key)), insertEvent(event)]
      return (await db.atomically(steps, { applications_id: false })) ?? true
    },
    async change(application, event) {
      const steps = [demanded(replace(applicationRow(application))), insertEvent(event)]
      return (await db.atomically(steps, { applications_missing: false })) ?? true
    },
    async changedSince(since) {
      return (await changedSince({ since })).map(toApplication)
    },
    async signingKeys(appId) {
      return (await signingKeys({ appId })).map(toSigningKey)
    },
    async withSeveralKeys() {
      return (await withSeveralKeys({})).map((row) => row.app_id)
    },
    async changeKeys({ id, updatedAt: readAt }, change, event) {
      const key = 'add' in change ? insertKey(keyRow(change.add)) : demanded(retire({ appId: id, ...change.retire }))
      // Later than what was read, also where the clock stands still, or another node's is ahead.
      const at = Math.max(event.at, readAt + 1)
      const steps = [demanded(touch({ id, readAt, at })), key, insertEvent(event)]
      return (await db.atomically(steps, { applications_missing: false, signing_keys_missing: false })) ?? true
    },
  }
}

const replaceApplication = ({ query }: Database) =>
  prepareStep(
    'applications',
    ({ id, name, rp_id, origins, base_url, settings, tokens_until, updated_at }: ApplicationRow) =>
      query
        .updateTable('applications')
        .set({ name, rp_id, origins, base_url, settings, tokens_until, updated_at })
        .where('id', '=', id),
  )

const touchApplication = ({ query }: Database) =>
  prepareStep('applications', ({ id, readAt, at }: { id: string; readAt: number; at: number }) =>
    query.updateTable('applications').set({ updated_at: at }).where('id', '=', id).where('updated_at', '=', readAt),
  )

const retireKey = ({ query }: Database) =>
  prepareStep('signing_keys', ({ appId, kid, at }: { appId: string; kid: string; at: number }) =>
    query
      .updateTable('signing_keys')
      .set({ retired_at: at })
      .where('app_id', '=', appId)
      .where('kid', '=', kid)
      .where('retired_at', 'is', null),
  )

const applicationReads = (db: Database) => ({
  changedSince: prepareRead(db, ({ since }: { since: number }) =>
    db.query
      .selectFrom('applications')
      .select(['id', 'name', 'rp_id', 'origins', 'base_url', 'settings', 'tokens_until', 'created_at', 'updated_at'])
      .where('updated_at', '>=', since)
      .orderBy('updated_at')
      .orderBy('id'),
  ),
  signingKeys: prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('signing_keys')
      .select(['app_id', 'kid', 'public_jwk', 'sealed_private_key', 'created_at', 'retired_at'])
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('kid'),
  ),
  withSeveralKeys: prepareRead(db, () =>
    db.query
      .selectFrom('signing_keys')
      .select('app_id')
      .where('retired_at', 'is', null)
      .groupBy('app_id')
      .having(({ fn, eb }) => eb(fn.countAll(), '>', 1)),
  ),
})

const applicationRow = (application: Application): ApplicationRow => ({
  id: application.id,
  name: application.name,
  rp_id: application.rpId,
  origins: JSON.stringify(application.origins),
  base_url: application.baseUrl ?? null,
  settings: JSON.stringify(application.settings),
  tokens_until: application.tokensUntil ?? null,
  created_at: application.createdAt,
  updated_at: application.updatedAt,
})

const toApplication = (row: ApplicationRow): Application => ({
  id: row.id,
  name: row.name,
  rpId: row.rp_id,
  origins: JSON.parse(row.origins) as string[],
  baseUrl: row.base_url ?? undefined,
  // A setting that is newer than the row has its default.
  settings: { ...defaultSettings, ...(JSON.parse(row.settings) as Partial<ApplicationSettings>) },
  tokensUntil: row.tokens_until ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const keyRow = (key: SigningKey): SigningKeyRow => ({
  app_id: key.appId,
  kid: key.kid,
  public_jwk: JSON.stringify(key.publicJwk),
  sealed_private_key: key.sealedPrivateKey,
  created_at: key.createdAt,
  retired_at: key.retiredAt ?? null,
})

const toSigningKey = (row: SigningKeyRow): SigningKey => ({
  appId: row.app_id,
  kid: row.kid,
  publicJwk: JSON.parse(row.public_jwk) as SigningKey['publicJwk'],
  sealedPrivateKey: row.sealed_private_key,
  createdAt: row.created_at,
  retiredAt: row.retired_at ?? undefined,
})
