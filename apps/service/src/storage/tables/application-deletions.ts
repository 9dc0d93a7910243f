import type { ApplicationDeletions } from '../../core/model/applications/deletion.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import type { Tables } from '../schema.ts'
import { prepareVersions } from './application-versions.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

export const deletions = table('application_deletions', { appId: text(), deletedAt: number() }, ['app_id'])

declare module '../schema.ts' {
  interface Tables {
    application_deletions: StoredRow<typeof deletions>
  }
}

/** Tables whose rows belong to an application. */
type OwnedTable = { [T in keyof Tables]: 'app_id' extends keyof Tables[T] ? T : never }[keyof Tables]

/** Deleted together with the application: without them, no credential of it works, and none of its events is sent. */
const keyTables = ['signing_keys', 'api_keys', 'client_keys', 'connectors', 'protected_sites'] as const

/** Deleted with their users, by the foreign keys. */
type OwnedByUser =
  | 'names'
  | 'passkeys'
  | 'devices'
  | 'device_keys'
  | 'transactions'
  | 'refresh_families'
  | 'browser_sessions'
  | 'session_clients'
  | 'consents'
  | 'device_decisions'
  | 'profiles'
  | 'user_group_members'
  | 'user_search_texts'
  | 'contacts'
  | 'credentials'
  | 'access_codes'
  | 'members'
  | 'member_sessions'

/**
 * The sessions that were spent are forgotten when they have expired, as another application of that id must not accept
 * them again. The other two tables outlive the application by design.
 */
type RemainingTable = 'spent_sessions' | 'application_versions' | 'application_deletions'

type PurgedTable = Exclude<OwnedTable, (typeof keyTables)[number] | OwnedByUser | RemainingTable>

/** The primary key of each table that is purged. */
const purged: { [T in PurgedTable]: readonly (keyof Tables[T] & string)[] } = {
  users: ['app_id', 'id'],
  openid_clients: ['app_id', 'id'],
  protected_resources: ['app_id', 'uri'],
  user_groups: ['app_id', 'id'],
  codes: ['app_id', 'account', 'purpose', 'method'],
  failures: ['app_id', 'account', 'method'],
  messages: ['app_id', 'id'],
  logout_notices: ['app_id', 'id'],
  message_counts: ['app_id', 'id'],
  message_templates: ['app_id', 'template', 'locale'],
  outbox: ['app_id', 'id'],
  aaguid_blacklist: ['app_id', 'aaguid'],
  events: ['app_id', 'id'],
  saved_filters: ['app_id', 'name'],
  connector_progress: ['app_id', 'id'],
  event_feed: ['app_id', 'position'],
  dead_letters: ['app_id', 'connector_id', 'position'],
  member_roles: ['user_id', 'app_id'],
  directory_group_roles: ['group_id', 'app_id'],
  user_events: ['app_id', 'user_id', 'id'],
  roll_ups: ['app_id', 'day', 'metric', 'dimension'],
  roll_up_cursors: ['app_id'],
  user_search_progress: ['app_id'],
}

export function applicationDeletionReads(db: Database): ApplicationDeletions {
  const list = prepareRead(db, () =>
    db.query.selectFrom('application_deletions').select(deletions.columns).orderBy('deleted_at'),
  )
  const finish = prepareDelete(db, deletions, ['appId'])
  const tables = Object.keys(purged) as PurgedTable[]
  const purges = tables.map((table) => ({ purge: preparePurge(db, table), atOnce: countAtOnce(table) }))
  const finds = tables.map((table) => prepareFindAny(db, table))
  return {
    list: async () => (await list({})).map(deletions.load),
    async purge(appId, options) {
      for (const { purge, atOnce } of purges) {
        await inBatches(db, () => purge({ appId }), { atOnce, leastPauseMs, ...options })
        if (options.isOver()) return false
      }
      // On PostgreSQL, a batch that waits for another node's batch finds its rows deleted, although others may be left.
      for (const findAny of finds) if ((await findAny({ appId })).length > 0) return false
      return true
    },
    async finish(appId) {
      await db.counted([finish({ appId })])
    },
  }
}

export function applicationDeletionWrites(db: Database) {
  const versions = prepareVersions(db)
  const removeApplication = prepareStep('applications', ({ id }: { id: string }) =>
    db.query.deleteFrom('applications').where('id', '=', id),
  )
  const removeKeys = keyTables.map((table) =>
    prepareStep(table, ({ appId }: { appId: string }) => db.query.deleteFrom(table).where('app_id', '=', appId)),
  )
  const insertDeletion = prepareInsert(db, deletions)
  return {
    deleteApplication: ({ application, at }: Facts['deleteApplication']) => [
      versions.next(application),
      removeApplication(application),
      ...removeKeys.map((remove) => remove({ appId: application.id })),
      insertDeletion({ appId: application.id, deletedAt: at }),
    ],
  }
}

/** In milliseconds: most rows change pages in many places of the disk. */
const leastPauseMs = 20

/** How many rows a batch deletes. A user has rows in other tables, which are deleted too. */
const countAtOnce = (table: PurgedTable) => (table === 'users' ? FORGET_AT_ONCE / 2 : FORGET_AT_ONCE)

const prepareFindAny = (db: Database, table: PurgedTable) =>
  prepareRead(db, ({ appId }: { appId: string }) =>
    // They share this column, but TypeScript can't tell for a union.
    db.query
      .selectFrom(table as 'events')
      .select('app_id')
      .where('app_id', '=', appId)
      .limit(1),
  )

/** A bounded number of rows, so that no lock and no log entry grows without bound. */
const preparePurge = ({ query }: Database, table: PurgedTable) =>
  prepareStep(table, ({ appId }: { appId: string }) => {
    // Each table has its own key, but TypeScript can't tell for a union.
    const one = table as 'events'
    const key = purged[table] as readonly ['app_id', 'id']
    return query
      .deleteFrom(one)
      .where('app_id', '=', appId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple(...key),
          'in',
          selectFrom(one)
            .select(key)
            .where('app_id', '=', appId)
            .limit(countAtOnce(table))
            .$asTuple(...key),
        ),
      )
  })
