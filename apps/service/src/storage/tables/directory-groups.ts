import type { Role } from '@thumbturn/contract/vocabulary/roles.ts'
import type { DirectoryGroup } from '../../core/model/directory/directory.ts'
import type { DirectoryStore } from '../../core/ports/stores/directory.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareRead,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'
import type { directoryUserReads } from './directory-users.ts'

export const directoryGroups = table(
  'directory_groups',
  { id: text(), displayName: text(), externalId: optional(text()), createdAt: number(), updatedAt: number() },
  ['id'],
)

export const directoryGroupMembers = table('directory_group_members', { groupId: text(), userId: text() }, [
  'group_id',
  'user_id',
])

export const directoryGroupRoles = table(
  'directory_group_roles',
  { groupId: text(), appId: text(), role: text<Role>() },
  ['group_id', 'app_id'],
)

declare module '../schema.ts' {
  interface Tables {
    directory_groups: StoredRow<typeof directoryGroups>
    directory_group_members: StoredRow<typeof directoryGroupMembers>
    directory_group_roles: StoredRow<typeof directoryGroupRoles>
  }
}

type GroupReads = Omit<DirectoryStore, keyof ReturnType<typeof directoryUserReads>>

/** Groups with their roles: a row for each role, or one for a group without any. */
const selectGroups = ({ query }: Database) =>
  query
    .selectFrom('directory_groups')
    .leftJoin('directory_group_roles', 'directory_group_roles.group_id', 'directory_groups.id')
    .select(directoryGroups.columns)
    .select(['directory_group_roles.app_id as role_on', 'directory_group_roles.role as role'])
    .orderBy('directory_groups.created_at')
    .orderBy('directory_groups.id')
    .orderBy('role_on')

type GroupRow = Parameters<typeof directoryGroups.load>[0] & { role_on: string | null; role: string | null }

const loadGroups = (rows: readonly GroupRow[]): DirectoryGroup[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => ({
    ...directoryGroups.load(own[0]!),
    roles: own.flatMap(({ role_on: application, role }) =>
      application === null || role === null ? [] : [{ application, role: role as Role }],
    ),
  }))

export function directoryGroupReads(db: Database): GroupReads {
  const members = () => db.query.selectFrom('directory_group_members')
  const list = prepareRead(db, () => selectGroups(db))
  const find = prepareRead(db, ({ id }: { id: string }) => selectGroups(db).where('directory_groups.id', '=', id))
  const listMembers = prepareRead(db, ({ groupId }: { groupId: string }) =>
    members().select('user_id').where('group_id', '=', groupId).orderBy('user_id'),
  )
  const listGroupsOf = prepareRead(db, ({ userId }: { userId: string }) =>
    members()
      .innerJoin('directory_groups', 'directory_groups.id', 'directory_group_members.group_id')
      .select(['directory_groups.id', 'directory_groups.display_name'])
      .where('directory_group_members.user_id', '=', userId)
      .orderBy('directory_groups.created_at')
      .orderBy('directory_groups.id'),
  )
  const listMapped = prepareRead(db, ({ userIds }: { userIds: string }) =>
    members()
      .select(directoryGroupMembers.columns)
      .where('user_id', 'in', selectJsonTexts(db, userIds))
      .where('group_id', 'in', db.query.selectFrom('directory_group_roles').select('group_id')),
  )
  const countAll = () => members().select(({ fn }) => fn.countAll().as('members'))
  const count = prepareRead(db, countAll)
  const countByGroup = prepareRead(db, () => countAll().select('group_id').groupBy('group_id'))
  return {
    listGroups: async () => loadGroups(await list({})),
    findGroup: async (id) => loadGroups(await find({ id }))[0],
    listGroupMembers: async (groupId) => (await listMembers({ groupId })).map((row) => row.user_id),
    listUserGroups: async (userId) =>
      (await listGroupsOf({ userId })).map(({ id, display_name: displayName }) => ({ id, displayName })),
    listMappedMemberships: async (userIds) =>
      (await listMapped({ userIds: JSON.stringify(userIds) })).map(directoryGroupMembers.load),
    countMemberships: async () => Number((await count({}))[0]?.members ?? 0),
    countGroupMembers: async () => new Map((await countByGroup({})).map((row) => [row.group_id, Number(row.members)])),
  }
}

export function directoryGroupWrites(db: Database) {
  const update = prepareUpdate(db, directoryGroups, { by: ['id'], set: ['displayName', 'externalId', 'updatedAt'] })
  const remove = prepareDelete(db, directoryGroups, ['id'])
  const putRole = prepareUpsert(db, directoryGroupRoles)
  const removeRole = prepareDelete(db, directoryGroupRoles, ['groupId', 'appId'])
  return {
    addDirectoryGroup: prepareInsert(db, directoryGroups),
    changeDirectoryGroup: (group: Facts['changeDirectoryGroup']) => required(update(group)),
    deleteDirectoryGroup: (group: Facts['deleteDirectoryGroup']) => required(remove(group)),
    mapDirectoryGroup: ({ groupId, roles, removed }: Facts['mapDirectoryGroup']) => [
      ...removed.map((appId) => removeRole({ groupId, appId })),
      ...roles.map(({ application, role }) => putRole({ groupId, appId: application, role })),
    ],
  }
}
