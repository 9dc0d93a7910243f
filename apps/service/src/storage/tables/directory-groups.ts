import type { Role } from '@thumbturn/contract/vocabulary/roles.ts'
import type { DirectoryStore } from '../../core/ports/stores/directory.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type Stored, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareRead,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'

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
    directory_groups: Stored<typeof directoryGroups>
    directory_group_members: Stored<typeof directoryGroupMembers>
    directory_group_roles: Stored<typeof directoryGroupRoles>
  }
}

export function directoryGroupReads(db: Database): Pick<DirectoryStore, 'listGroups' | 'listMemberships'> {
  const list = prepareRead(db, () =>
    db.query
      .selectFrom('directory_groups')
      .leftJoin('directory_group_roles', 'directory_group_roles.group_id', 'directory_groups.id')
      .select(directoryGroups.columns)
      .select(['directory_group_roles.app_id as role_on', 'directory_group_roles.role as role'])
      .orderBy('directory_groups.created_at')
      .orderBy('directory_groups.id')
      .orderBy('role_on'),
  )
  const listMemberships = prepareRead(db, () =>
    db.query
      .selectFrom('directory_group_members')
      .select(directoryGroupMembers.columns)
      .orderBy('group_id')
      .orderBy('user_id'),
  )
  return {
    async listGroups() {
      const groups = Map.groupBy(await list({}), ({ id }) => id).values()
      return [...groups].map((rows) => ({
        ...directoryGroups.load(rows[0]!),
        roles: rows.flatMap(({ role_on: application, role }) =>
          application === null || role === null ? [] : [{ application, role: role as Role }],
        ),
      }))
    },
    listMemberships: async () => (await listMemberships({})).map(directoryGroupMembers.load),
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
