import { DatabaseSync } from 'node:sqlite'
import { openConnection } from '@thumbturn/service/storage/engine/postgres-sessions.ts'
import type { GrowingDatabase } from '../growth/database.ts'
import { runFill } from '../growth/program.ts'
import type { EventFill } from './copies.ts'
import { fillEvents } from './fill-postgres.ts'

const program = new URL('fill-sqlite.ts', import.meta.url)

/** Adds events; reports how many there are so far. No service has the database open at the same time. */
export async function addEvents(database: GrowingDatabase, fill: EventFill, onProgress: (done: number) => void) {
  if (database.engine === 'postgres') return fillEvents(database.url, fill, onProgress)
  const { events, users, from, until } = fill
  return runFill(program, [pathOf(database), events, users, from, until], onProgress)
}

const pathOf = ({ url }: GrowingDatabase) => url.slice('sqlite:'.length)

/** Runs one statement while a service runs, and returns its first row. */
export async function queryOne(database: GrowingDatabase, sql: string): Promise<Record<string, unknown> | undefined> {
  if (database.engine === 'sqlite') {
    const db = new DatabaseSync(pathOf(database), { timeout: 5_000 })
    const row = db.prepare(sql).get()
    db.close()
    return row
  }
  const client = await openConnection(database.url)
  const { rows } = await client.query(sql)
  await client.end()
  return rows[0]
}

/** Runs statements on one connection. No service has the database open at the same time. */
export async function runStatements(database: GrowingDatabase, statements: readonly string[]): Promise<void> {
  if (database.engine === 'sqlite') {
    const db = new DatabaseSync(pathOf(database))
    db.exec('pragma cache_size = -400000')
    for (const sql of statements) db.exec(sql)
    return db.close()
  }
  const client = await openConnection(database.url)
  for (const sql of statements) await client.query(sql)
  await client.end()
}

/** How long the application keeps its events. The service must not run at the same time. */
export async function keepEvents(database: GrowingDatabase, days: number): Promise<void> {
  const settings =
    database.engine === 'sqlite'
      ? `json_set(settings, '$.eventRetentionDays', ${days})`
      : `jsonb_set(settings::jsonb, '{eventRetentionDays}', '${days}')::text`
  await queryOne(database, `update applications set settings = ${settings} where id = 'demo'`)
}

/** Whether there are events with an ID below that one. */
export const hasEventsBefore = async (database: GrowingDatabase, id: string): Promise<boolean> =>
  (await queryOne(database, `select id from events where app_id = 'demo' and id < '${id}' limit 1`)) !== undefined
