import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { persistently } from '@thumbturn/service/storage/engine/postgres.ts'
import pg from 'pg'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import type { TestDatabase } from './store-situations.ts'

export type FreshDatabase = () => Promise<TestDatabase>

/** A new SQLite file in its own folder. */
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

export type PostgresDatabases = { fresh: FreshDatabase; stop(): Promise<void> }

/** A server that a test can crash. */
export type CrashablePostgres = PostgresDatabases & Pick<PrivatePostgres, 'crash' | 'restart'>

/**
 * Databases on a PostgreSQL server that nothing else uses, for tests that terminate its connections, watch its locks, or
 * crash it. `settings` are further ones, as in postgresql.conf.
 * @throws PostgresUnavailable
 */
export async function privatePostgres(settings?: readonly string[]): Promise<CrashablePostgres> {
  const { url, stop, ...server } = await startPostgres(settings)
  const databases = schemasOn(url)
  return { ...databases, ...server, stop: () => databases.stop().then(stop) }
}

/**
 * Databases on the server that the whole test run shares (`TEST_POSTGRES_URL`, set by `npm test`), or on a private one
 * when a file runs alone.
 * @throws PostgresUnavailable
 */
export async function sharedPostgres(): Promise<PostgresDatabases> {
  const { TEST_POSTGRES_URL: url } = process.env
  return url ? schemasOn(url) : privatePostgres()
}

/** Uses schemas instead of databases: equally separate, and faster to create. */
function schemasOn(url: string): PostgresDatabases {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // The pool doesn't wait for its connections to close, so they can still see the server shut down.
  pool.on('error', () => {})
  let schemas = 0
  return {
    async fresh() {
      const schema = `test_${process.pid}_${schemas++}`
      await pool.query(`create schema ${schema}`)
      return {
        url: `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`,
        // The pool replaces a connection whose statement failed, so set the schema each time.
        query: (sql) =>
          persistently(async () => {
            await pool.query(`set search_path = ${schema}`)
            return (await pool.query(sql)).rows
          }),
        drop: async () => void (await pool.query(`drop schema ${schema} cascade`)),
      }
    },
    stop: () => pool.end(),
  }
}
