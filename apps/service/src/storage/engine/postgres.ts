import { setTimeout as pause } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { postgresTypes } from '../migrations/column-types.ts'
import type { Tables } from '../schema.ts'
import type { Engine, Row, Step, Value } from './engine.ts'
import { reportingOutages } from './outages.ts'
import { batchSql } from './postgres-batch.ts'
import { applyMigrations, readMigrations } from './postgres-migrations.ts'
import { diagnosePostgres } from './postgres-outages.ts'
import { createQueueTimes, type QueueTimes } from './queue-times.ts'

/** Timeouts in milliseconds: for a connection, for a statement on the server, and for the server's response. */
const CONNECT_MS = 4_000
const STATEMENT_MS = 5_000
const RESPONSE_MS = 6_000
/** The maximum number of statements that wait for a connection; further ones fail at once. */
const MOST_WAITING = 5_000

/** How often a statement runs after conflicts with concurrent ones, and the first pause in milliseconds. */
const ATTEMPTS = 6
const FIRST_PAUSE_MS = 4

/** PostgreSQL, or a database that is compatible with it, at `url`; `sslmode` in the URL configures TLS. */
export function openPostgres(url: string, poolSize = 10): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: RESPONSE_MS,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The next query replaces a lost idle connection and reports a failure. Without a listener, it would end the process.
  pool.on('error', () => {})
  // The same for a connection in use, whose query fails.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const times = createQueueTimes(poolSize)
  const run = namedQueries(pool, times)
  const engine: Engine = {
    builder: postgresBuilder(),
    columnTypes: postgresTypes,
    locksRows: true,
    read: ({ sql, values }) => persistently(() => run(sql, values)),
    write: batchWriter(run),
    async serverTime() {
      const [row] = await run(`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`, [])
      return Number(row?.now)
    },
    readMigrations: () => readMigrations(pool),
    async estimateRows(table) {
      const [row] = await run(`select reltuples::float8 as rows from pg_class where oid = to_regclass($1)`, [table])
      const rows = Number(row?.rows ?? 0)
      return rows < 0 ? undefined : rows
    },
    migrate: (plan) => applyMigrations(connector(url), plan),
    async version() {
      const [row] = await run('show server_version', [])
      return { name: 'PostgreSQL', version: String(row?.server_version) }
    },
    load: () => ({
      waiting: pool.waitingCount,
      waitMs: times.estimateMs(pool.waitingCount),
      connections: { idle: pool.idleCount, busy: pool.totalCount - pool.idleCount },
    }),
    freeBytes: async () => undefined,
    // PostgreSQL does it by its own schedule.
    checkpoint: async () => {},
    close: () => pool.end(),
  }
  return reportingOutages(engine, diagnosePostgres)
}

/** Connections without a timeout for statements. */
export const connector = (url: string) => async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true })
  // The next query reports the same error.
  client.on('error', () => {})
  await client.connect()
  return client
}

const postgresBuilder = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

type Run = (sql: string, values: readonly Value[]) => Promise<readonly Row[]>

/** Names each statement, so that the server parses and plans it once per connection. */
function namedQueries(pool: pg.Pool, times: QueueTimes): Run {
  const names = new Map<string, string>()
  return async (text, values) => {
    let name = names.get(text)
    if (!name) {
      name = `thumbturn_${names.size}`
      names.set(text, name)
    }
    if (pool.waitingCount >= MOST_WAITING) throw new Error('timeout: too many statements wait for a connection')
    const client = await times.wait(() => pool.connect())
    const { rows } = await times.serve(() => runOnce(client, { name, text, values: [...values] }))
    return rows as Row[]
  }
}

/** What pool.query does, except that it closes the connection after every error, and conflicts are part of normal work. */
async function runOnce(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  let unconfirmed: Error | undefined
  const listen = (notice: { routine?: string; message?: string }) => {
    if (notice.routine === SYNCHRONOUS_WAIT) unconfirmed = new Error(`connection: ${notice.message}`)
  }
  client.on('notice', listen)
  try {
    const result = await client.query(query)
    if (unconfirmed) throw unconfirmed
    client.release()
    return result
  } catch (error) {
    client.release(keepsConnection(error) ? undefined : (error as Error))
    throw error
  } finally {
    client.off('notice', listen)
  }
}

/**
 * Where PostgreSQL waits for the synchronous standby. If that wait is canceled, it warns and reports success, but a failover
 * would lose the write. The routine is named in every language of the server.
 */
const SYNCHRONOUS_WAIT = 'SyncRepWaitForLSN'

function batchWriter(run: Run): Engine['write'] {
  const texts = new Map<string, string>()
  const toText = (steps: readonly Step[]) => {
    const key = steps.map(({ sql, required }) => `${required ? '!' : ''}${sql}`).join(';')
    let text = texts.get(key)
    if (!text) {
      text = batchSql(steps)
      texts.set(key, text)
    }
    return text
  }
  return async (steps) => {
    const values = steps.flatMap((step) => step.values)
    try {
      const [counts = {}] = await persistently(() => run(toText(steps), values))
      return { counts: steps.map((_, index) => Number(counts[`n${index}`])) }
    } catch (error) {
      return { conflict: findConflict(error, steps), cause: error as Error }
    }
  }
}

function findConflict(error: unknown, steps: readonly Step[]): string {
  const { code, constraint, table, column } = error as {
    [field in 'code' | 'constraint' | 'table' | 'column']?: string
  }
  if (code === NOT_NULL_VIOLATION && table && column) return `${table}_${column}`
  if ((code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION) && constraint) return constraint
  const missing = steps.find((step) => step.required)
  if (code === DIVISION_BY_ZERO && missing) return `${missing.table}_missing`
  throw error
}

const UNIQUE_VIOLATION = '23505'
const NOT_NULL_VIOLATION = '23502'
const FOREIGN_KEY_VIOLATION = '23503'
const DIVISION_BY_ZERO = '22012'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

const harmless: readonly unknown[] = [
  UNIQUE_VIOLATION,
  NOT_NULL_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  DIVISION_BY_ZERO,
  SERIALIZATION_FAILURE,
  DEADLOCK_DETECTED,
]

/** Other errors can be the connection's own: its server became read-only, or what it prepared no longer fits the schema. */
const keepsConnection = (error: unknown) => harmless.includes((error as { code?: string }).code)

/** Retries what the server undid because of a concurrent statement; then nothing was written. */
export async function persistently<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK_DETECTED) || attempt === ATTEMPTS) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/** Times and counters stay below 2^53, so an int8 is a number; bytes are returned as they were stored. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.BYTEA) return (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))
  return pg.types.getTypeParser(oid, format as 'text')
}
