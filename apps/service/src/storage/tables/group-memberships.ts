import { type RawBuilder, sql } from 'kysely'
import type { Facts } from '../../core/writes.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import { selectJsonRows } from '../engine/json-rows.ts'
import type { Tables } from '../schema.ts'

type Texts = readonly (readonly string[])[]

/** Steps for any number of rows: a change of one group can concern thousands of members. */
export function groupMembershipWrites(db: Database) {
  const membership = { db, table: 'directory_group_members', columns: 2 } as const
  const insert = prepareRows(membership, (rows) => sql`insert into directory_group_members (group_id, user_id) ${rows}`)
  const remove = prepareRows(
    membership,
    (rows) => sql`delete from directory_group_members where (group_id, user_id) in (${rows})`,
  )
  const putRoles = prepareRows(
    { db, table: 'member_roles', columns: 3 },
    (rows) =>
      sql`insert into member_roles (user_id, app_id, role) ${rows} on conflict (user_id, app_id) do update set role = excluded.role`,
  )
  const removeRoles = prepareRows(
    { db, table: 'member_roles', columns: 2 },
    (rows) => sql`delete from member_roles where (user_id, app_id) in (${rows})`,
  )
  return {
    addGroupMembers: (all: Facts['addGroupMembers']) => insert(all.map(({ groupId, userId }) => [groupId, userId])),
    removeGroupMembers: (all: Facts['removeGroupMembers']) =>
      remove(all.map(({ groupId, userId }) => [groupId, userId])),
    putMemberRoles: (all: Facts['putMemberRoles']) =>
      putRoles(all.map(({ userId, appId, role }) => [userId, appId, role])),
    removeMemberRoles: (all: Facts['removeMemberRoles']) =>
      removeRoles(all.map(({ userId, appId }) => [userId, appId])),
  }
}

type Statement = RawBuilder<unknown>

function prepareRows(
  { db, table, columns }: { db: Database; table: keyof Tables; columns: number },
  build: (rows: Statement) => Statement,
) {
  const step = prepareStep(table, ({ rows }: { rows: string }) => {
    const source = selectJsonRows(db, { rows, columns: Array.from({ length: columns }, () => 'text' as const) })
    return { compile: () => build(source).compile(db.query) }
  })
  return (all: Texts) => step({ rows: JSON.stringify(all) })
}
