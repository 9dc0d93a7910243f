import { filledTables } from '../growth/copies.ts'
import type { GrowingDatabase } from '../growth/database.ts'
import { runStatements } from '../retention/database.ts'

/** One in so many users of a filled database is moved. */
export const movedEvery = 100

/** Columns with an index whose order isn't that of the users. */
const scattered = [
  ['users', 'username_key'],
  ['names', 'name_key'],
  ['passkeys', 'credential_id'],
] as const

/**
 * Moves users from the application `demo` to another one, and gives the rest random names and credential IDs: in a database that was
 * filled in sorted order, rows are in the same order in each index. No service has the database open meanwhile.
 */
export function moveUsers(database: GrowingDatabase, appId: string): Promise<void> {
  const isSqlite = database.engine === 'sqlite'
  const random = isSqlite ? 'hex(randomblob(16))' : 'md5(random()::text)'
  return runStatements(database, [
    isSqlite ? 'pragma foreign_keys = off' : 'set session_replication_role = replica',
    `create temp table moved_users as select id from users where app_id = 'demo'
      and username_key like 'user-%' and cast(substr(username_key, 6, 8) as integer) % ${movedEvery} = 0`,
    ...filledTables.map(
      (table) => `update ${table} set app_id = '${appId}'
        where app_id = 'demo' and ${table === 'users' ? 'id' : 'user_id'} in (select id from moved_users)`,
    ),
    ...scattered.map(([table, column]) => `update ${table} set ${column} = ${random} where app_id = 'demo'`),
    isSqlite ? 'pragma optimize' : 'vacuum analyze',
  ])
}
