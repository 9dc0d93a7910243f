import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Row } from './engine.ts'
import { ConnectionFailure } from './postgres-outages.ts'
import { runPipeline } from './postgres-pipeline.ts'
import { CONNECT_MS, pinSettings, RESPONSE_MS, STATEMENT_MS } from './postgres-sessions.ts'
import { type NamedStatement, nameStatement } from './postgres-statements.ts'
import { createQueueTimes } from './queue-times.ts'

/** The maximum number of statements that wait for each connection of the pool: about a second's work of it. */
const WAITING_PER_CONNECTION = 500

/** How often a statement runs after conflicts with concurrent ones, and the first pause in milliseconds. */
const ATTEMPTS = 6
const FIRST_PAUSE_MS = 4

export type Connections = {
  pool: pg.Pool
  /** Runs statements in one round trip, and returns the rows of each. Each is a transaction if it is the only one. */
  run(statements: readonly NamedStatement[]): Promise<readonly (readonly Row[])[]>
  /**
   * The same in a transaction block. It is on disk when this resolves.
   * @throws the driver's error; if it `isUndone`, nothing was written
   */
  transact(statements: readonly NamedStatement[]): Promise<readonly (readonly Row[])[]>
  /** Runs work on a connection that nothing else uses at the same time. If it fails, what it began is undone. */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** About how long another statement would wait for a connection, in milliseconds. */
  waitMs(): number
}

/** At most `size` connections, which open as they are needed. `options` are further settings of each, as the server's command line has them. */
export function openConnections(url: string, size: number, options?: string): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    ...(options !== undefined && { options }),
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: RESPONSE_MS,
    keepAlive: true,
    onConnect: (client) => pinSettings(client, STATEMENT_MS),
  })
  // The next query replaces a lost idle connection and reports a failure. Without a listener, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The same for a connection in use, whose query fails.
    client.on('error', () => {})
    client.on('notice', ({ routine, message }) => {
      if (routine === SYNCHRONOUS_WAIT) unconfirmed.set(client, new Error(`connection: ${message}`))
    })
  })
  const times = createQueueTimes(size)
  async function use<Result>(isBlock: boolean, work: (client: pg.PoolClient) => Promise<Result>) {
    if (pool.waitingCount >= size * WAITING_PER_CONNECTION)
      throw new Error('timeout: too many statements wait for a connection')
    const client = await times.wait(() => pool.connect()).catch(raiseConnectionFailure)
    return times.serve(() => runOnce(client, isBlock, work))
  }
  const runOnOne = (statements: readonly NamedStatement[], isBlock: boolean) =>
    use(isBlock, (client) => runPipeline(client, statements))
  return {
    pool,
    run: (statements) => runOnOne(statements, false),
    use: (work) => use(true, work),
    transact: (statements) => runOnOne([begin, ...statements, commit], true).then((results) => results.slice(1, -1)),
    waitMs: () => times.estimateMs(pool.waitingCount),
  }
}

const raiseConnectionFailure = (error: unknown): never => {
  throw new ConnectionFailure(error)
}

export const begin = nameStatement({ sql: 'begin', values: [] })
export const commit = nameStatement({ sql: 'commit', values: [] })

/**
 * Where PostgreSQL waits for the synchronous standby. If that wait is canceled, it warns and reports success, but a failover
 * would lose the write. The routine is named in every language of the server.
 */
const SYNCHRONOUS_WAIT = 'SyncRepWaitForLSN'
const unconfirmed = new WeakMap<pg.ClientBase, Error>()

/**
 * The same as pool.query, except that it closes the connection after every error, and conflicts are part of normal
 * work.
 */
async function runOnce<Result>(
  client: pg.PoolClient,
  isBlock: boolean,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  unconfirmed.delete(client)
  try {
    const results = await work(client)
    const warning = unconfirmed.get(client)
    if (warning) throw warning
    client.release()
    return results
  } catch (error) {
    // A failed block is still open, because the server skipped its end.
    const rollback = isBlock && keepsConnection(error) ? client.query('rollback') : undefined
    const failed = await rollback?.then(
      () => undefined,
      (other: Error) => other,
    )
    client.release(keepsConnection(error) ? failed : (error as Error))
    throw error
  }
}

export const UNIQUE_VIOLATION = '23505'
export const NOT_NULL_VIOLATION = '23502'
export const FOREIGN_KEY_VIOLATION = '23503'
export const DIVISION_BY_ZERO = '22012'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

const harmless: readonly unknown[] = [
  UNIQUE_VIOLATION,
  NOT_NULL_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  DIVISION_BY_ZERO,
  SERIALIZATION_FAILURE,
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
]

const findState = (error: unknown) => (error as { code?: string }).code

/** Other errors can be the connection's own: its server became read-only, or what it prepared no longer fits the schema. */
const keepsConnection = (error: unknown) => harmless.includes(findState(error))

/** The classes of SQLSTATEs that only a statement causes: invalid values, violated constraints, conflicts, syntax. */
const statementClasses: readonly unknown[] = ['22', '23', '40', '42']

/** Whether the error is a statement's own, so that the server has undone its transaction. */
export const isUndone = (error: unknown) =>
  harmless.includes(findState(error)) || statementClasses.includes(findState(error)?.slice(0, 2))

/** Whether the server canceled the statement, because it took too long, and has undone its transaction. */
export const isCanceled = (error: unknown) => findState(error) === QUERY_CANCELED

/** Retries what the server undid because of a concurrent statement; then nothing was written. */
export async function persistently<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const code = findState(error)
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK_DETECTED) || attempt === ATTEMPTS) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}
