import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { persistently } from '../src/storage/postgres.ts'
import type { TestDatabase } from '../src/storage/store.situations.ts'
import { startPostgres } from './postgres.ts'

export type FreshDatabase = () => Promise<TestDatabase>

/** A new SQLite file in a folder of its own. */
export async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-sqlite-'))
  const path = join(folder, 'store.db')
  return {
    url: `sqlite:${path}`,
    async query(sql) {
      const database = new DatabaseSync(path, { timeout: 5_000 })
      const rows = database.prepare(sql).all()
      database.close()
      return rows
    },
    drop: async () => rmSync(folder, { recursive: true }),
  }
}

/**
 * A private PostgreSQL whose databases are schemas: as separate as databases, and made faster.
 * @throws PostgresUnavailable
 */
export async function postgresDatabases(): Promise<{ fresh: FreshDatabase; stop(): Promise<void> }> {
  const { url, stop } = await startPostgres()
  const looking = new pg.Pool({ connectionString: url, max: 1 })
  // The pool's end does not wait for its connections to close, so the server's end may still reach them.
  looking.on('error', () => {})
  let schemas = 0
  return {
    async fresh() {
      const schema = `test_${schemas++}`
      await looking.query(`create schema ${schema}`)
      return {
        url: `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`,
        // The pool replaces a connection whose statement failed, so the schema is named again each time.
        query: (sql) =>
          persistently(async () => {
            await looking.query(`set search_path = ${schema}`)
            return (await looking.query(sql)).rows
          }),
        drop: async () => void (await looking.query(`drop schema ${schema} cascade`)),
      }
    },
    async stop() {
      await looking.end()
      await stop()
    },
  }
}
