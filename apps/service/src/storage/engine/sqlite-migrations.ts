import type { DatabaseSync } from 'node:sqlite'
import { everyTable } from '../every-table.ts'
import type { AppliedMigration, PendingMigration } from '../migrations/migration.ts'
import type { MigrationPlan } from './engine.ts'
import { foreignTables, UnusableDatabase } from './outages.ts'

/** The migrations that the database records; none if it is empty. Writes nothing. */
export function readMigrations(database: DatabaseSync): readonly AppliedMigration[] {
  const found = database.prepare(`select 1 from sqlite_schema where name = 'migrations'`).get()
  if (!found) return []
  const rows = database.prepare('select * from migrations').all()
  return rows.map(({ name, kind, since }) => ({
    name: String(name),
    kind: (kind ?? null) as string | null,
    since: (since ?? null) as string | null,
  }))
}

/** @throws UnusableDatabase: the file has tables of our names that another program made */
export function rejectForeign(database: DatabaseSync) {
  const rows = database.prepare(`select name from sqlite_schema where type in ('table', 'view')`).all()
  const names = rows.map(({ name }) => String(name)).filter((name) => name === 'migrations' || name in everyTable)
  if (names.length > 0 && !names.includes('spent_sessions'))
    throw new UnusableDatabase(foreignTables(names, 'in this file'))
}

/** BEGIN IMMEDIATE is the lock: a second node waits here, then finds everything applied. */
export function applyMigrations(database: DatabaseSync, plan: MigrationPlan): readonly PendingMigration[] {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec('create table if not exists migrations (name text not null primary key, kind text, since text)')
    const pending = plan(readMigrations(database))
    const record = database.prepare('insert into migrations (name, kind, since) values (?, ?, ?)')
    for (const { name, kind, since, sql } of pending) {
      for (const statement of sql) database.exec(statement)
      record.run(name, kind, since)
    }
    database.exec('COMMIT')
    return pending
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
