import type { ProtectedSite } from '../../core/model/protected-sites/protected-site.ts'
import type { ProtectedSiteStore } from '../../core/ports/stores/protected-sites.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, json, number, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareLookup,
  prepareStep,
  required,
} from '../engine/database.ts'
import { prepareVersions } from './application-versions.ts'
import { browserSessions } from './browser-sessions.ts'
import { owners } from './users.ts'

export const protectedSites = table(
  'protected_sites',
  {
    appId: text(),
    id: text(),
    name: text(),
    host: text(),
    rules: json<ProtectedSite['rules']>(),
    allowedGroups: json<readonly string[]>(),
    identityClaims: json<ProtectedSite['identityClaims']>(),
    sessionSeconds: number(),
    sessionIdleSeconds: number(),
    disabled: flag(),
    version: number(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    protected_sites: StoredRow<typeof protectedSites>
  }
}

export function protectedSiteReads(db: Database): ProtectedSiteStore {
  const find = prepareFind(db, protectedSites, ['appId', 'id'])
  const findVisitor = selectVisitor(db)
  return {
    find: async (site) => (await find(site))[0],
    list: prepareList(db, protectedSites, { by: ['appId'], order: { host: 'asc' } }),
    async findVisitor(session) {
      const rows = await findVisitor(session)
      const [first] = rows
      if (!first) return undefined
      return {
        session: browserSessions.load(first),
        user: owners.load(first),
        name: first.profile_name ?? undefined,
        email: first.email ?? undefined,
        groups: rows.flatMap(({ group_name: name, group_key: nameKey }) =>
          name === null || nameKey === null ? [] : [{ name, nameKey }],
        ),
      }
    },
  }
}

/** A row for each group of the user, or one without any: one read, because every page view of a site needs it. */
const selectVisitor = (db: Database) =>
  prepareLookup(db, ({ appId, sessionId }: { appId: string; sessionId: string }) =>
    db.query
      .selectFrom('browser_sessions')
      .innerJoin('users', (join) =>
        join
          .onRef('users.app_id', '=', 'browser_sessions.app_id')
          .onRef('users.id', '=', 'browser_sessions.user_id')
          .onRef('users.token_epoch', '=', 'browser_sessions.token_epoch'),
      )
      .leftJoin('profiles', (join) =>
        join.onRef('profiles.app_id', '=', 'users.app_id').onRef('profiles.user_id', '=', 'users.id'),
      )
      .leftJoin('user_group_members', (join) =>
        join
          .onRef('user_group_members.app_id', '=', 'users.app_id')
          .onRef('user_group_members.user_id', '=', 'users.id'),
      )
      .leftJoin('user_groups', (join) =>
        join
          .onRef('user_groups.app_id', '=', 'user_group_members.app_id')
          .onRef('user_groups.id', '=', 'user_group_members.group_id'),
      )
      .select(browserSessions.columns)
      .select(owners.columns)
      .select(['profiles.name as profile_name', 'user_groups.name as group_name', 'user_groups.name_key as group_key'])
      .select((eb) =>
        eb
          .selectFrom('contacts')
          .select('contacts.address')
          .where('contacts.app_id', '=', appId)
          .whereRef('contacts.user_id', '=', 'users.id')
          .where('contacts.kind', '=', 'email')
          .where('contacts.verified_at', 'is not', null)
          .orderBy('contacts.secondary')
          .orderBy('contacts.created_at')
          .limit(1)
          .as('email'),
      )
      .where('browser_sessions.app_id', '=', appId)
      .where('users.app_id', '=', appId)
      .where('users.status', '=', 'active')
      .where('browser_sessions.id', '=', sessionId)
      .orderBy('user_groups.name_key'),
  )

/** Each change gives the application a new version, by which nodes notice that its sites changed. */
export function protectedSiteWrites(db: Database) {
  const versions = prepareVersions(db)
  const insert = prepareInsert(db, protectedSites)
  const change = prepareChange(db)
  const remove = prepareDelete(db, protectedSites, ['appId', 'id'])
  return {
    addSite: ({ application, site }: Facts['addSite']) => [versions.next(application), insert(site)],
    changeSite: ({ application, site }: Facts['changeSite']) => [
      versions.next(application),
      required(change(protectedSites.store(site))),
    ],
    deleteSite: ({ application, site }: Facts['deleteSite']) => [versions.next(application), required(remove(site))],
  }
}

const unchanged: readonly string[] = ['app_id', 'id', 'created_at', 'version']

const prepareChange = ({ query }: Database) =>
  prepareStep('protected_sites', (given: StoredRow<typeof protectedSites>) => {
    const columns = protectedSites.all.filter((column) => !unchanged.includes(column))
    return query
      .updateTable('protected_sites')
      .set(Object.fromEntries(columns.map((column) => [column, given[column]])))
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('app_id', '=', given.app_id)
      .where('id', '=', given.id)
      .where('version', '=', given.version)
  })
