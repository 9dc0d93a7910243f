import { type ApplicationSettings, completeSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { sql } from 'kysely'
import type { Application, ApplicationChange, SigningKey } from '../../core/model/applications/application.ts'
import type { ApplicationStore } from '../../core/ports/stores/applications.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareList, prepareRead, prepareUpdate, required } from '../engine/database.ts'
import { prepareVersions } from './application-versions.ts'

export const applications = table(
  'applications',
  {
    id: text(),
    name: text(),
    rpId: text(),
    origins: json<readonly string[]>(),
    baseUrl: optional(text()),
    settings: json<Partial<ApplicationSettings>>(),
    tokensUntil: optional(number()),
    createdAt: number(),
    updatedAt: number(),
  },
  ['id'],
)

export const signingKeys = table(
  'signing_keys',
  {
    appId: text(),
    kid: text(),
    publicJwk: json<SigningKey['publicJwk']>(),
    sealedPrivateKey: text(),
    createdAt: number(),
    retiredAt: optional(number()),
  },
  ['app_id', 'kid'],
)

type ApplicationRow = StoredRow<typeof applications>

declare module '../schema.ts' {
  interface Tables {
    applications: StoredRow<typeof applications>
    signing_keys: StoredRow<typeof signingKeys>
  }
}

export function applicationReads(db: Database): ApplicationStore {
  const { changedSince, listKeys, idOfKey, withSeveralKeys } = prepareReads(db)
  return {
    async list() {
      const all = (await changedSince({ since: 0 })).flatMap((row) => toChange(row).application ?? [])
      return all.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    },
    async changedSince(since) {
      return (await changedSince({ since })).map(toChange)
    },
    signingKeys: (appId) => listKeys({ appId }),
    async idOfKey(kid) {
      return (await idOfKey({ kid }))[0]?.app_id
    },
    async withSeveralKeys() {
      return [...new Set((await withSeveralKeys({})).map((row) => row.app_id))]
    },
  }
}

export function applicationWrites(db: Database) {
  const versions = prepareVersions(db)
  const insertApplication = prepareInsert(db, applications)
  const insertKey = prepareInsert(db, signingKeys)
  const replace = prepareUpdate(db, applications, {
    by: ['id'],
    set: ['name', 'rpId', 'origins', 'baseUrl', 'settings', 'tokensUntil', 'updatedAt'],
  })
  const touch = prepareUpdate(db, applications, { by: ['id'], set: ['updatedAt'] })
  const retire = prepareUpdate(db, signingKeys, { by: ['appId', 'kid'], set: ['retiredAt'], absent: ['retiredAt'] })
  return {
    addApplication: ({ application, key, latest }: Facts['addApplication']) => [
      insertApplication(application),
      insertKey(key),
      versions.first({ id: application.id, latest }),
    ],
    changeApplication: (application: Facts['changeApplication']) => [versions.next(application), replace(application)],
    changeSigningKeys({ application, change, at }: Facts['changeSigningKeys']) {
      const { id } = application
      const key =
        'add' in change
          ? insertKey(change.add)
          : required(retire({ appId: id, kid: change.retire.kid, retiredAt: change.retire.at }))
      return [versions.next(application), touch({ id, updatedAt: at }), key]
    },
  }
}

const prepareReads = (db: Database) => ({
  changedSince: prepareRead(db, ({ since }: { since: number }) =>
    db.query
      .selectFrom('application_versions')
      .leftJoin('applications', 'applications.id', 'application_versions.app_id')
      .select(['app_id', 'version'])
      .select(applications.columns)
      .where('version', '>', since)
      .orderBy('version'),
  ),
  listKeys: prepareList(db, signingKeys, { by: ['appId'], order: { createdAt: 'desc', kid: 'asc' } }),
  idOfKey: prepareRead(db, ({ kid }: { kid: string }) =>
    db.query.selectFrom('signing_keys').select('app_id').where('kid', '=', kid).limit(1),
  ),
  withSeveralKeys: prepareRead(db, () =>
    db.query
      .selectFrom('signing_keys')
      .select('app_id')
      .where('retired_at', 'is', null)
      // Of one algorithm: JSON.stringify wrote the key, so its type is always spelled like this.
      .groupBy(['app_id', sql`public_jwk like '%"kty":"RSA"%'`])
      .having(({ fn, eb }) => eb(fn.countAll(), '>', 1)),
  ),
})

type VersionRow = { app_id: string; version: number }

type ChangeRow = VersionRow & { [Column in keyof ApplicationRow]: ApplicationRow[Column] | null }

const isPresent = (row: ChangeRow): row is VersionRow & ApplicationRow => row.id !== null

const toChange = (row: ChangeRow): ApplicationChange => ({
  id: row.app_id,
  version: row.version,
  application: isPresent(row) ? toApplication(row) : undefined,
})

const toApplication = (row: VersionRow & ApplicationRow): Application => {
  const application = applications.load(row)
  return { ...application, version: row.version, settings: completeSettings(application.settings) }
}
