import type { GroupMember, GroupMembership, HeldGroup } from '../../core/model/groups/group.ts'
import type { CustomClaims } from '../../core/model/users/custom-claims.ts'
import type { GroupStore } from '../../core/ports/stores/groups.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareLookup,
  prepareRead,
  prepareStep,
  prepareUpsert,
  required,
} from '../engine/database.ts'

export const userGroups = table(
  'user_groups',
  {
    appId: text(),
    id: text(),
    name: text(),
    nameKey: text(),
    description: omittable(text()),
    claims: json<CustomClaims>(),
    version: number(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['app_id', 'id'],
)

export const userGroupMembers = table('user_group_members', { appId: text(), groupId: text(), userId: text() }, [
  'app_id',
  'group_id',
  'user_id',
])

declare module '../schema.ts' {
  interface Tables {
    user_groups: StoredRow<typeof userGroups>
    user_group_members: StoredRow<typeof userGroupMembers>
  }
}

type OfUser = { appId: string; userId: string }
type OfGroup = { appId: string; id: string }

export function userGroupReads(db: Database): GroupStore {
  const find = prepareFind(db, userGroups, ['appId', 'id'])
  const findByName = prepareFind(db, userGroups, ['appId', 'nameKey'])
  const list = selectPage(db)
  const { countGroups, countMembers } = prepareCounts(db)
  const listMembers = selectMembers(db)
  const isMember = prepareFind(db, userGroupMembers, ['appId', 'groupId', 'userId'])
  return {
    find: async (group) => (await find(group))[0],
    findByName: async (group) => (await findByName(group))[0],
    list: async (page) => (await list(page)).map(userGroups.load),
    count: async (appId) => Number((await countGroups({ appId }))[0]?.number ?? 0),
    countMembers: async (group) => Number((await countMembers(group))[0]?.number ?? 0),
    listMembers: async (page) => (await listMembers(page)).map(toMember),
    isMember: async (membership) => (await isMember(membership)).length > 0,
    listByUser: prepareGroupsOfUser(db),
  }
}

const selectPage = (db: Database) =>
  prepareRead(db, ({ appId, after, limit }: { appId: string; after: string; limit: number }) =>
    db.query
      .selectFrom('user_groups')
      .select(userGroups.columns)
      .where('app_id', '=', appId)
      .where('name_key', '>', after)
      .orderBy('name_key')
      .limit(limit),
  )

const prepareCounts = (db: Database) => ({
  countGroups: prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('user_groups')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('app_id', '=', appId),
  ),
  countMembers: prepareRead(db, ({ appId, id }: OfGroup) =>
    db.query
      .selectFrom('user_group_members')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('app_id', '=', appId)
      .where('group_id', '=', id),
  ),
})

type MemberRow = { user_id: string; username: string; display_name: string; status: string }

const toMember = ({ user_id: userId, username, display_name: displayName, status }: MemberRow): GroupMember => ({
  userId,
  username,
  displayName,
  status: status as GroupMember['status'],
})

const selectMembers = (db: Database) =>
  prepareRead(db, ({ appId, id, after, limit }: OfGroup & { after: string; limit: number }) =>
    db.query
      .selectFrom('user_group_members')
      .innerJoin('users', (join) =>
        join
          .onRef('users.app_id', '=', 'user_group_members.app_id')
          .onRef('users.id', '=', 'user_group_members.user_id'),
      )
      .select(['user_group_members.user_id', 'users.username', 'users.display_name', 'users.status'])
      .where('user_group_members.app_id', '=', appId)
      .where('user_group_members.group_id', '=', id)
      .where('user_group_members.user_id', '>', after)
      .orderBy('user_group_members.user_id')
      .limit(limit),
  )

const held = userGroups.prefixed('', ['id', 'name', 'nameKey', 'claims'])

/** The groups of a user, in any order. */
export function prepareGroupsOfUser(db: Database): (user: OfUser) => Promise<HeldGroup[]> {
  const list = prepareLookup(db, ({ appId, userId }: OfUser) =>
    db.query
      .selectFrom('user_group_members')
      .innerJoin('user_groups', (join) =>
        join
          .onRef('user_groups.app_id', '=', 'user_group_members.app_id')
          .onRef('user_groups.id', '=', 'user_group_members.group_id'),
      )
      .select(held.columns)
      .where('user_group_members.app_id', '=', appId)
      .where('user_group_members.user_id', '=', userId)
      .orderBy('user_groups.name_key'),
  )
  return async (user) => (await list(user)).map(held.load)
}

export function userGroupWrites(db: Database) {
  const change = prepareChange(db)
  const remove = prepareDelete(db, userGroups, ['appId', 'id'])
  const removeMember = prepareDelete(db, userGroupMembers, ['appId', 'groupId', 'userId'])
  return {
    addUserGroup: prepareInsert(db, userGroups),
    changeUserGroup: (group: Facts['changeUserGroup']) => required(change(userGroups.store(group))),
    // Memberships are deleted by the foreign key.
    deleteUserGroup: (group: Facts['deleteUserGroup']) => required(remove(group)),
    addUserGroupMember: prepareUpsert(db, userGroupMembers),
    removeUserGroupMember: (membership: GroupMembership) => required(removeMember(membership)),
  }
}

const unchanged: readonly string[] = ['app_id', 'id', 'created_at', 'version']

const prepareChange = ({ query }: Database) =>
  prepareStep('user_groups', (given: StoredRow<typeof userGroups>) => {
    const columns = userGroups.all.filter((column) => !unchanged.includes(column))
    return query
      .updateTable('user_groups')
      .set(Object.fromEntries(columns.map((column) => [column, given[column]])))
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('app_id', '=', given.app_id)
      .where('id', '=', given.id)
      .where('version', '=', given.version)
  })
