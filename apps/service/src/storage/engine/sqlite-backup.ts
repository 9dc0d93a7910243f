import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { extname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { badRequest, OperatorError } from '../../core/errors.ts'
import { markErasing } from './sqlite-connection.ts'

/** The label of a backup, in a table of its own. */
export type BackupLabel = {
  format: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** The version of Thumbturn that wrote it. */
  version: string
  /** The sealed master key as JSON; null if it was left out. */
  masterKey: string | null
}

/** A backup as it was read, and what it holds. */
export type BackupContents = BackupLabel & {
  counts: { applications: number; users: number; passkeys: number }
  /** The fact that tells which master keys open the data. */
  keyRing: string | undefined
}

/** The name under which an installation remembers when its last backup was made: milliseconds since 1970, as text. */
export const lastBackupFact = 'last backup'

/** The only format so far: a SQLite database with the tables of an installation and the table `backup`. */
export const backupFormat = 1

/**
 * Copies the SQLite database at `from` as it is at one moment, while others write to it, and labels the copy. The copy is
 * one file without a write-ahead log, and without remains of what was deleted.
 */
export async function writeBackup(from: string, to: string, label: Omit<BackupLabel, 'format'>): Promise<void> {
  const copy = await copyDatabase(from, to)
  copy.exec('PRAGMA journal_mode = DELETE')
  copy.exec('create table backup (format integer, created_at integer, version text, master_key text)')
  const insert = copy.prepare('insert into backup values (?, ?, ?, ?)')
  insert.run(backupFormat, label.createdAt, label.version, label.masterKey)
  copy.close()
}

/**
 * Reads a backup and checks every page of it.
 * @throws OperatorError backup_unusable: the file is no backup, was cut off or damaged, or is of a newer format
 */
export function readBackup(path: string): BackupContents {
  if (!existsSync(path)) throw badRequest(`There is no file ${path}.`)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return readContents(database)
  } catch (error) {
    const { message } = error as Error
    throw new OperatorError('backup_unusable', `${path} can't be restored: ${message}. Use another backup.`, {
      cause: error,
    })
  } finally {
    database.close()
  }
}

function readContents(database: DatabaseSync): BackupContents {
  const isLabeled = database.prepare(`select 1 from sqlite_schema where name = 'backup'`).get() !== undefined
  if (!isLabeled) throw new Error('it is a database, but no backup that `thumbturn backup` made')
  const label = database.prepare('select * from backup').get()!
  if (Number(label.format) > backupFormat) throw new Error('a newer version of Thumbturn made it')
  const [check] = database.prepare('PRAGMA integrity_check(1)').all()
  if (check?.integrity_check !== 'ok') throw new Error(`it is damaged (${String(check?.integrity_check)})`)
  const fact = database.prepare(`select value from installation where name = 'master key'`).get()
  return {
    format: Number(label.format),
    createdAt: Number(label.created_at),
    version: String(label.version),
    masterKey: label.master_key === null ? null : String(label.master_key),
    counts: countRows(database),
    keyRing: fact && String(fact.value),
  }
}

function countRows(database: DatabaseSync): BackupContents['counts'] {
  const counts = `select (select count(*) from applications) as applications, (select count(*) from users) as users,
    (select count(*) from passkeys) as passkeys`
  const { applications, users, passkeys } = database.prepare(counts).get()!
  return { applications: Number(applications), users: Number(users), passkeys: Number(passkeys) }
}

/** Copies a backup to `to` as a database that the service can open. */
export async function copyFromBackup(from: string, to: string): Promise<void> {
  const copy = await copyDatabase(from, to)
  copy.exec('drop table backup')
  copy.close()
}

/**
 * How often the disk gets what was copied, in milliseconds: the flushes of a running service wait no longer than for
 * that.
 */
const flushEveryMs = 5

/** Copies a database as it is at one moment, without anything that was deleted, and opens the copy for changes that are flushed to the disk. */
async function copyDatabase(from: string, to: string): Promise<DatabaseSync> {
  const target = await open(to, 'a', 0o600)
  const copying = new AbortController()
  try {
    const copied = copyInWorker(from, to).finally(() => copying.abort())
    await Promise.all([copied, flushUntil(copying.signal, target)])
  } finally {
    await target.close()
  }
  const copy = new DatabaseSync(to)
  copy.exec('PRAGMA synchronous = FULL')
  copy.exec('PRAGMA secure_delete = ON')
  markErasing(copy)
  return copy
}

async function flushUntil(signal: AbortSignal, target: FileHandle): Promise<void> {
  while (!signal.aborted) {
    await target.datasync()
    await pause(flushEveryMs, undefined, { signal }).catch(() => {})
  }
}

/** A thread of its own copies, so that this one can flush at the same time. */
async function copyInWorker(from: string, to: string): Promise<void> {
  const url = new URL(`./database-copier${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(url, { workerData: { from, to }, env: {} })
  await once(worker, 'exit')
}

/** Records in the installation's own database when its last backup was made, in milliseconds since 1970. */
export function recordBackup(path: string, at: number): void {
  const database = new DatabaseSync(path, { timeout: 10_000 })
  database.exec('PRAGMA secure_delete = ON')
  const statement = `insert into installation (name, value) values (?, ?)
    on conflict (name) do update set value = excluded.value`
  database.prepare(statement).run(lastBackupFact, String(at))
  database.close()
}
