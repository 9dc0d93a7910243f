import { type ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Application, ApplicationChange, SigningKey } from '../../core/model/applications/application.ts'
import type { ApplicationStore } from '../../core/ports/stores/applications.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import type { ApplicationRow, ApplicationVersionRow, SigningKeyRow } from '../schema.ts'
import { applicationVersions } from './application-versions.ts'
import { eventInsert } from './events.ts'

export function sqlApplications(db: Database): ApplicationStore {
  const versions = applicationVersions(db)
  const insertApplication = prepareInsert(db, 'applications')
  const insertKey = prepareInsert(db, 'signing_keys')
  const insertEvent = eventInsert(db)
  const replace = replaceApplication(db)
  const { changedSince, signingKeys, idOfKey, withSeveralKeys } = applicationReads(db)
  const touch = touchApplication(db)
  const retire = retireKey(db)
  return {
    add(application, key, event) {
      const rows = [insertApplication(applicationRow(application)), insertKey(keyRow(key))]
      const steps = [...rows, versions.first(application.id), insertEvent(event)]
      return versions.write(steps, { applications_id: false })
    },
    change(application, event) {
      const steps = [versions.next(application), replace(applicationRow(application)), insertEvent(event)]
      return versions.write(steps, { application_versions_missing: false })
    },
    async list() {
      const applications = (await changedSince({ since: 0 })).flatMap((row) => toChange(row).application ?? [])
      return applications.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    },
    async changedSince(since) {
      return (await changedSince({ since })).map(toChange)
    },
    async signingKeys(appId) {
      return (await signingKeys({ appId })).map(toSigningKey)
    },
    async idOfKey(kid) {
      return (await idOfKey({ kid }))[0]?.app_id
    },
    async withSeveralKeys() {
      return (await withSeveralKeys({})).map((row) => row.app_id)
    },
    changeKeys(application, change, event) {
      const { id } = application
      const key = 'add' in change ? insertKey(keyRow(change.add)) : demanded(retire({ appId: id, ...change.retire }))
      const steps = [versions.next(application), touch({ id, at: event.at }), key, insertEvent(event)]
      return versions.write(steps, { application_versions_missing: false, signing_keys_missing: false })
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
  prepareStep('applications', ({ id, at }: { id: string; at: number }) =>
    query.updateTable('applications').set({ updated_at: at }).where('id', '=', id),
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
      .selectFrom('application_versions')
      .leftJoin('applications', 'applications.id', 'application_versions.app_id')
      .select(['app_id', 'version', 'id', 'name', 'rp_id', 'origins', 'base_url', 'settings', 'tokens_until'])
      .select(['created_at', 'updated_at'])
      .where('version', '>', since)
      .orderBy('version'),
  ),
  signingKeys: prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('signing_keys')
      .select(['app_id', 'kid', 'public_jwk', 'sealed_private_key', 'created_at', 'retired_at'])
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('kid'),
  ),
  idOfKey: prepareRead(db, ({ kid }: { kid: string }) =>
    db.query.selectFrom('signing_keys').select('app_id').where('kid', '=', kid).limit(1),
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

type ChangeRow = ApplicationVersionRow & { [Column in keyof ApplicationRow]: ApplicationRow[Column] | null }

const isPresent = (row: ChangeRow): row is ApplicationVersionRow & ApplicationRow => row.id !== null

const toChange = (row: ChangeRow): ApplicationChange => ({
  id: row.app_id,
  version: row.version,
  application: isPresent(row) ? toApplication(row) : undefined,
})

const toApplication = (row: ApplicationVersionRow & ApplicationRow): Application => ({
  id: row.id,
  version: row.version,
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
