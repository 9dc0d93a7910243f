import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { OperatorError } from '../../core/errors.ts'
import { makeFolder } from './folder.ts'
import { mostBytesAtOpening, rejectDamage } from './sqlite-damage.ts'
import { rejectForeign } from './sqlite-migrations.ts'

/** How long to wait for another process that opens the same file, in milliseconds. */
const OPENING_MS = 5_000

/** An open SQLite database that prepares each statement once. */
export type SqliteConnection = {
  prepared(sql: string): StatementSync
  database: DatabaseSync
}

/**
 * Opens the file at `path` (or `:memory:`), and creates it and its folder if they don't exist. Only the owner can read
 * it. A commit returns before it is on disk; `groupCommit` waits for that. If another process holds the lock, calls fail
 * at once.
 */
export function connectSqlite(path: string): SqliteConnection {
  if (path !== ':memory:') createPrivately(resolve(path))
  const database = openChecked(path)
  if (path !== ':memory:') chmodSync(path, 0o600)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('PRAGMA busy_timeout = 0')
  if (path !== ':memory:') eraseDeleted(database, path)
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

/** In the header of a file, as PRAGMA application_id: no release has written to it that left what it deleted. */
export const erasingId = 1_952_609_329

/** Marks a file that was written anew. */
export const markErasing = (database: DatabaseSync) => database.exec('PRAGMA application_id = 1952609329')

/**
 * From now on, overwrites what is deleted. What an earlier release has left is removed from a file that isn't large; `doctor` tells
 * what to do with others.
 */
function eraseDeleted(database: DatabaseSync, path: string) {
  database.exec('PRAGMA secure_delete = ON')
  const id = database.prepare('PRAGMA application_id').get()?.application_id
  if (id !== erasingId && statSync(path).size <= mostBytesAtOpening) rebuild(database)
}

/** Another process that writes, or a full disk, only puts it off. */
function rebuild(database: DatabaseSync) {
  try {
    database.exec('PRAGMA temp_store = MEMORY; VACUUM; PRAGMA temp_store = DEFAULT')
    markErasing(database)
  } catch {}
}

function openChecked(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: OPENING_MS, enableForeignKeyConstraints: true })
  try {
    if (path !== ':memory:') rejectDamage(database, path)
    rejectForeign(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function createPrivately(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' })
  makeFolder(dirname(path))
  rejectLogAlone(path)
  // Opening and closing an existing file would release the locks of another store of this process on it.
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
  else closeSync(openSync(path, 'a', 0o600))
}

/**
 * SQLite would take an empty file for a new database and delete the log, from which the data could be recovered.
 * @throws OperatorError
 */
function rejectLogAlone(path: string) {
  const measure = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (measure(path) > 0 || measure(`${path}-wal`) === 0) return
  throw new OperatorError(
    'database_unusable',
    `The database ${path} is missing or empty, but its write-ahead log ${path}-wal is there: nothing was changed. ` +
      'Copy the log, then put the database file back, or restore the newest backup into an empty folder.',
  )
}
