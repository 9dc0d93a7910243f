import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { sqliteTypes } from '../migrations/column-types.ts'
import type { SchemaReader } from '../migrations/inspect.ts'
import type { Tables } from '../schema.ts'
import type { Engine, Row } from './engine.ts'
import { reportingOutages } from './outages.ts'
import { createCheckpoints } from './sqlite-checkpoints.ts'
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts'
import { checkInWorker, type IntegrityCheck, suspendingAtDamage } from './sqlite-damage.ts'
import { type Flusher, noFlusher, walFlusher } from './sqlite-flush.ts'
import { groupCommit, whenFree } from './sqlite-group.ts'
import { applyMigrations, readMigrations, rejectForeign } from './sqlite-migrations.ts'
import { explainSqlite } from './sqlite-outages.ts'

/** SQLite in the file at `path`, or in memory for `:memory:`. */
export function openSqlite(path: string, given?: Flusher, grouped?: (batches: number) => void): Engine {
  const connection = connectSqlite(path)
  const flusher = given ?? createFlusher(connection)
  const file = connection.database.location()
  const checkpoints = createCheckpoints(connection, file)
  const writer = groupCommit(connection, flusher.flush, (batches) => {
    checkpoints.count(batches)
    grouped?.(batches)
  })
  const engine: Engine = {
    builder: sqliteBuilder(),
    columnTypes: sqliteTypes,
    locksRows: false,
    isDistributed: false,
    read: ({ sql, values }) => connection.prepared(sql).all(...values) as Row[],
    write: writer.write,
    version: async () => ({ name: 'SQLite', version: process.versions.sqlite! }),
    // However many batches wait, they are written together.
    load: () => ({ waiting: writer.waiting(), waitMs: 0 }),
    readMigrations: async () => readMigrations(connection.database),
    migrate: (plan) => whenFree(() => applyMigrations(connection.database, plan)),
    async close() {
      await writer.close()
      await checkpoints.close()
      flusher.close()
      connection.database.close()
    },
    checkpoint: checkpoints.copyAll,
    freeBytes: async () => (file === null ? undefined : freeBytesBeside(file)),
  }
  return reportingOutages(suspendingAtDamage(engine, createIntegrityCheck(connection)), explainSqlite)
}

/** The contents of the file at `path`, without writing to it. */
export function openSqliteReadOnly(path: string): SchemaReader {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  rejectForeign(database)
  return {
    builder: sqliteBuilder(),
    columnTypes: sqliteTypes,
    read: async ({ sql, values }) => database.prepare(sql).all(...values) as Row[],
    readMigrations: async () => readMigrations(database),
    close: async () => database.close(),
  }
}

async function freeBytesBeside(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize
}

/** The log is next to the file itself, even if the path is a link; an in-memory database has none. */
function createFlusher({ database }: SqliteConnection): Flusher {
  const file = database.location()
  return file === null ? noFlusher : walFlusher(file)
}

/** An in-memory database that is damaged stays so. */
function createIntegrityCheck({ database }: SqliteConnection): IntegrityCheck {
  const file = database.location()
  if (file === null) return async () => false
  const checkFile = checkInWorker(file)
  return async (signal) => {
    const isWhole = await checkFile(signal)
    // The check read the file; what the connection remembers of it could differ.
    if (isWhole) database.exec('PRAGMA shrink_memory')
    return isWhole
  }
}

const sqliteBuilder = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
