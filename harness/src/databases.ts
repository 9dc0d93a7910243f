import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { persistently } from '@thumbturn/service/storage/engine/postgres-connections.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import pg from 'pg'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import { type PairOptions, type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import type { TestDatabase } from './store-situations.ts'
import { toTestDatabase, withDatabase } from './test-database.ts'

/** An empty database, or with `migrated` one that has the tables already, which is faster than migrating each. */
export type FreshDatabase = (options?: { migrated?: boolean }) => Promise<TestDatabase>

/** A new SQLite file in its own folder. */
export const freshSqlite: FreshDatabase = async ({ migrated = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-sqlite-'))
  const path = join(folder, 'store.db')
  if (migrated) writeFileSync(path, await readMigratedFile())
  const queryEach = async (statements: readonly string[]) => {
    const database = new DatabaseSync(path, { timeout: 5_000 })
    const results = statements.map((sql) => database.prepare(sql).all())
    database.close()
    return results
  }
  return {
    url: `sqlite:${path}`,
    queryEach,
    query: async (sql) => (await queryEach([sql]))[0]!,
    drop: async () => rmSync(folder, { recursive: true }),
  }
}

let migratedFile: Promise<Buffer> | undefined
const readMigratedFile = () => {
  migratedFile ??= migrateFile()
  return migratedFile
}

async function migrateFile(): Promise<Buffer> {
  const { url, drop } = await freshSqlite()
  await (await openStore(url)).close()
  const content = readFileSync(url.slice('sqlite:'.length))
  await drop()
  return content
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
  const databases = databasesOn(url)
  return { ...databases, ...server, stop: () => databases.stop().then(stop) }
}

/**
 * Databases on the server that the whole test run shares (`TEST_POSTGRES_URL`, set by `npm test`), or on a private one
 * when a file runs alone.
 * @throws PostgresUnavailable
 */
export async function sharedPostgres(): Promise<PostgresDatabases> {
  const { TEST_POSTGRES_URL: url } = process.env
  return url ? databasesOn(url) : privatePostgres()
}

/**
 * Databases on a primary with a standby.
 * @throws PostgresUnavailable
 */
export async function replicatedPostgres(options: PairOptions): Promise<PostgresDatabases & PostgresPair> {
  const pair = await startPostgresPair(options)
  const databases = databasesOn(pair.url)
  return { ...pair, ...databases, stop: () => databases.stop().then(pair.stop) }
}

/** The files of a process can share a server. */
let created = 0

function databasesOn(url: string): PostgresDatabases {
  const pool = createPool(url)
  return {
    async fresh({ migrated = false } = {}) {
      const name = `test_${process.pid}_${created++}`
      await pool.query(`create database ${name} template ${migrated ? await migrateOnce(url) : 'template0'}`)
      return createPostgresDatabase({ name, url: withDatabase(url, name), pool })
    },
    stop: () => pool.end(),
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // The pool doesn't wait for its connections to close, so they can still see the server shut down.
  pool.on('error', () => {})
  return pool
}

type PostgresDatabase = { name: string; url: string; pool: pg.Pool }

function createPostgresDatabase({ name, url, pool }: PostgresDatabase): TestDatabase {
  const own = createPool(url)
  return toTestDatabase(url, {
    query: (sql) => persistently(async () => (await own.query(sql)).rows),
    async drop() {
      await own.end()
      await pool.query(`drop database if exists ${name} with (force)`)
    },
  })
}

/** The database on a server that has the tables. */
const template = 'migrated'
const templates = new Map<string, Promise<string>>()

function migrateOnce(url: string): Promise<string> {
  const known = templates.get(url) ?? createTemplate(url)
  templates.set(url, known)
  return known
}

/** The first of all processes that use the server creates it, under another name until it is complete. */
async function createTemplate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await client.query('create database unfinished template template0')
      await (await openStore(withDatabase(url, 'unfinished'))).close()
      await client.query(`alter database unfinished rename to ${template}`)
    }
  } finally {
    await client.end()
  }
  return template
}
