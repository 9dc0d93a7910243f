import type { Role } from '@thumbturn/contract/vocabulary/roles.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { MemberWithRoles } from '../../core/model/members/member.ts'
import type { MemberStore } from '../../core/ports/stores/members.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareRead,
  prepareStep,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'

export const members = table(
  'members',
  { userId: text(), appId: text(), name: text(), email: optional(text()), createdAt: number() },
  ['user_id'],
)

export const memberRoles = table('member_roles', { userId: text(), appId: text(), role: text<Role>() }, [
  'user_id',
  'app_id',
])

declare module '../schema.ts' {
  interface Tables {
    members: StoredRow<typeof members>
    member_roles: StoredRow<typeof memberRoles>
  }
}

/** A member's columns in a join, under names that no other table has. */
const joined = members.prefixed('member_')

type RoleRow = { role_on: string | null; role: string | null; username: string }

type MemberRow = Parameters<typeof joined.load>[0] & RoleRow

/**
 * Members with their usernames: a row for each role, or one for a member without any. Every member is a user; an inner join
 * would let SQLite read all users to find them.
 */
export const selectMembers = ({ query }: Database) =>
  query
    .selectFrom('members')
    .leftJoin('users', (join) =>
      join
        .onRef('users.app_id', '=', 'members.app_id')
        .onRef('users.id', '=', 'members.user_id')
        // Every member has it.
        .on('users.app_id', '=', ownApplicationId),
    )
    .leftJoin('member_roles', 'member_roles.user_id', 'members.user_id')
    .select(joined.columns)
    .select(({ ref }) => ref('users.username').$notNull().as('username'))
    .select(['member_roles.app_id as role_on', 'member_roles.role as role'])

/** The member of these rows, of which there is at least one. */
export function loadMember(rows: readonly MemberRow[]): MemberWithRoles {
  const [first] = rows
  const roles = rows.flatMap(({ role_on: application, role }) =>
    application === null || role === null ? [] : [{ application, role: role as Role }],
  )
  return { ...joined.load(first!), username: first!.username, roles }
}

export function memberReads(db: Database): Pick<MemberStore, 'find' | 'list' | 'findAll'> {
  const find = prepareRead(db, ({ userId }: { userId: string }) =>
    selectMembers(db).where('members.user_id', '=', userId).orderBy('role_on'),
  )
  const selectInOrder = () =>
    selectMembers(db).orderBy('members.created_at').orderBy('members.user_id').orderBy('role_on')
  const list = prepareRead(db, selectInOrder)
  const findAll = prepareRead(db, ({ userIds }: { userIds: string }) =>
    selectInOrder().where('members.user_id', 'in', selectJsonTexts(db, userIds)),
  )
  return {
    async find(userId) {
      const rows = await find({ userId })
      return rows.length === 0 ? undefined : loadMember(rows)
    },
    list: async () => loadMembers(await list({})),
    findAll: async (userIds) => loadMembers(await findAll({ userIds: JSON.stringify(userIds) })),
  }
}

const loadMembers = (rows: readonly MemberRow[]) =>
  [...Map.groupBy(rows, (row) => row.member_user_id).values()].map(loadMember)

export function memberWrites(db: Database) {
  const insert = prepareInsert(db, members)
  const insertRole = prepareInsert(db, memberRoles)
  const rename = prepareUpdate(db, members, { by: ['userId'], set: ['name'] })
  const putRole = prepareUpsert(db, memberRoles)
  const removeRole = prepareDelete(db, memberRoles, ['userId', 'appId'])
  const raise = prepareStep('installation', ({ name, from, to }: Facts['raiseMembersVersion']) =>
    db.query.updateTable('installation').set({ value: to }).where('name', '=', name).where('value', '=', from),
  )
  return {
    raiseMembersVersion: (version: Facts['raiseMembersVersion']) => required(raise(version)),
    changeMember: ({ userId, name, roles, removed }: Facts['changeMember']) => [
      required(rename({ userId, name })),
      ...removed.map((appId) => removeRole({ userId, appId })),
      ...roles.map(({ application: appId, role }) => putRole({ userId, appId, role })),
    ],
    addMember: ({ roles, ...member }: Facts['addMember']) => [
      insert(member),
      ...roles.map(({ application, role }) => insertRole({ userId: member.userId, appId: application, role })),
    ],
  }
}
