import { DatabaseSync } from 'node:sqlite'
import { connector } from '@thumbturn/service/storage/engine/postgres.ts'
import { filledTables } from '../growth/copies.ts'
import type { GrowingDatabase } from '../growth/database.ts'

/** Every so many of a filled database's users belong to the application that stays. */
export const stayingEvery = 100

/** What is in an index of its own, whose order isn't that of the users. */
const scattered = [
  ['users', 'username_key'],
  ['names', 'name_key'],
  ['passkeys', 'credential_id'],
] as const

/**
 * Moves those users from the application `demo` to that one. The names and passkeys of the others get random values, as neighbors
 * would otherwise be neighbors in each index, too. No service has the database open meanwhile.
 */
export function moveUsers(database: GrowingDatabase, appId: string): Promise<void> {
  const isSqlite = database.engine === 'sqlite'
  const random = isSqlite ? 'hex(randomblob(16))' : 'md5(random()::text)'
  return run(database, [
    isSqlite ? 'pragma foreign_keys = off' : 'set session_replication_role = replica',
    `create temp table staying as select id from users where app_id = 'demo'
      and username_key like 'user-%' and cast(substr(username_key, 6, 8) as integer) % ${stayingEvery} = 0`,
    ...filledTables.map(
      (table) => `update ${table} set app_id = '${appId}'
        where app_id = 'demo' and ${table === 'users' ? 'id' : 'user_id'} in (select id from staying)`,
    ),
    ...scattered.map(([table, column]) => `update ${table} set ${column} = ${random} where app_id = 'demo'`),
    isSqlite ? 'pragma optimize' : 'vacuum analyze',
  ])
}

async function run(database: GrowingDatabase, statements: readonly string[]): Promise<void> {
  if (database.engine === 'sqlite') {
    const db = new DatabaseSync(database.url.slice('sqlite:'.length))
    db.exec('pragma cache_size = -400000')
    for (const sql of statements) db.exec(sql)
    return db.close()
  }
  const client = await connector(database.url)()
  for (const sql of statements) await client.query(sql)
  await client.end()
}
