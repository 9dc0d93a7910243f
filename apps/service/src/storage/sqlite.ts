import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Engine, Outcome, Pending, Row, Step } from './engine.ts'
import { sqliteTypes } from './migrations/column-types.ts'
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts'
import { writeGroup } from './sqlite-writer.ts'
import type { Tables } from './tables.ts'

/** SQLite in the file at `path`, or in memory for `:memory:`. */
export function openSqlite(path: string): Engine {
  const connection = connectSqlite(path)
  const writer = groupingWriter(connection)
  return {
    builder: sqliteBuilder(),
    columnTypes: sqliteTypes,
    read: async ({ sql, values }) => connection.prepared(sql).all(...values) as Row[],
    write: writer.write,
    migrate: async (plan) => applyMigrations(connection, plan),
    async close() {
      await writer.idle()
      connection.database.close()
    },
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

type Waiting = { steps: readonly Step[]; resolve(outcome: Outcome): void; reject(error: unknown): void }

/** Gathers the batches of one turn of the event loop and commits them together. */
function groupingWriter(connection: SqliteConnection) {
  let waiting: Waiting[] = []
  const flush = () => {
    const group = waiting
    waiting = []
    try {
      const outcomes = writeGroup(
        connection,
        group.map(({ steps }) => steps),
      )
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const write = (steps: readonly Step[]) =>
    new Promise<Outcome>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ steps, resolve, reject })
    })
  const idle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { write, idle }
}

/** BEGIN IMMEDIATE is the lock: a second node waits here, then finds everything applied. */
function applyMigrations({ database }: SqliteConnection, plan: (applied: readonly string[]) => readonly Pending[]) {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec('create table if not exists migrations (name text not null primary key)')
    const applied = database.prepare('select name from migrations').all()
    const record = database.prepare('insert into migrations (name) values (?)')
    for (const { name, sql } of plan(applied.map((row) => String(row.name)))) {
      for (const statement of sql) database.exec(statement)
      record.run(name)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
