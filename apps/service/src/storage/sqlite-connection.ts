import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** How long a connection waits for another process to finish writing, in milliseconds. */
const BUSY_MS = 5_000

/** An open SQLite database that prepares each statement once. */
export type SqliteConnection = {
  prepared(sql: string): StatementSync
  database: DatabaseSync
}

/**
 * Opens the file at `path` (or `:memory:`), making it and its folder when missing. Only its owner may read it.
 * A commit returns once it is on disk, because a spent session must stay spent after a power cut.
 */
export function connectSqlite(path: string): SqliteConnection {
  if (path !== ':memory:') createPrivately(resolve(path))
  const database = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return { prepared, database }
}

function createPrivately(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}
