import type { ProtectedResource } from '../../core/model/authorization/protected-resource.ts'
import type { ProtectedResourceStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareList,
  prepareLookup,
  prepareStep,
  required,
} from '../engine/database.ts'

export const protectedResources = table(
  'protected_resources',
  {
    appId: text(),
    uri: text(),
    name: text(),
    scopes: json<ProtectedResource['scopes']>(),
    allowedGroups: json<readonly string[]>(),
    version: number(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['app_id', 'uri'],
)

declare module '../schema.ts' {
  interface Tables {
    protected_resources: StoredRow<typeof protectedResources>
  }
}

export function protectedResourceReads(db: Database): ProtectedResourceStore {
  const find = prepareLookup(db, ({ appId, one, other }: { appId: string; one: string; other: string }) =>
    db.query
      .selectFrom('protected_resources')
      .select(protectedResources.columns)
      .where('app_id', '=', appId)
      .where(({ or, eb }) => or([eb('uri', '=', one), eb('uri', '=', other)]))
      .orderBy('uri'),
  )
  const listAll = prepareList(db, protectedResources, { by: ['appId'], order: { name: 'asc', uri: 'asc' } })
  return {
    async find({ appId, forms: [one, other = one] }) {
      const [row] = await find({ appId, one, other })
      return row && protectedResources.load(row)
    },
    list: (appId) => listAll({ appId }),
  }
}

export function protectedResourceWrites(db: Database) {
  const change = prepareChange(db)
  const remove = prepareDelete(db, protectedResources, ['appId', 'uri'])
  return {
    addResource: prepareInsert(db, protectedResources),
    changeResource: (resource: Facts['changeResource']) => required(change(protectedResources.store(resource))),
    deleteResource: (resource: Facts['deleteResource']) => required(remove(resource)),
  }
}

const prepareChange = ({ query }: Database) =>
  prepareStep('protected_resources', (given: StoredRow<typeof protectedResources>) =>
    query
      .updateTable('protected_resources')
      .set({
        name: given.name,
        scopes: given.scopes,
        allowed_groups: given.allowed_groups,
        updated_at: given.updated_at,
      })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('app_id', '=', given.app_id)
      .where('uri', '=', given.uri)
      .where('version', '=', given.version),
  )
