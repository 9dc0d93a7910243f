import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ChangeListener, Listening } from '../../core/ports/changes.ts'
import type { Step } from './engine.ts'
import { CONNECT_MS, pinSettings, RESPONSE_MS } from './postgres-sessions.ts'
import { nameStatement } from './postgres-statements.ts'

const CHANNEL = 'thumbturn_applications'

/** Every change of an application or of its signing keys writes to this table. */
const ANNOUNCED_TABLE = 'application_versions'

/** The name of a listening connection in `pg_stat_activity`: each node has one. */
export const LISTENER_NAME = 'thumbturn listener'

/** How often a quiet connection is checked, and how long one can take to close, in milliseconds. */
const CHECK_MS = 30_000
const CLOSE_MS = 1_000
/** The first pause before a lost connection is opened again, and the longest, in milliseconds. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** Whether nodes are notified of a batch with these steps. */
export const isAnnounced = (steps: readonly Step[]): boolean => steps.some(({ table }) => table === ANNOUNCED_TABLE)

/** Notifies all nodes. It is a transaction of its own: within a batch, it would make all commits wait for one another. */
export const announcement = nameStatement({ sql: `select pg_notify('${CHANNEL}', '')`, values: [] })

/**
 * Listens on a connection of its own, and opens it again whenever it is lost. What was announced in the meantime never arrives,
 * so the listener gets a change then too.
 */
export function listenForAnnouncements(url: string, listener: ChangeListener): Listening {
  const stopping = new AbortController()
  const { signal } = stopping
  let isConnected = false
  let failures = 0

  function begin() {
    isConnected = true
    failures = 0
    listener.changed()
  }

  async function run() {
    while (!signal.aborted) {
      try {
        await listenOnce(url, { signal, begin, changed: listener.changed })
      } catch (error) {
        if (isUnsupported(error)) return listener.unavailable(error.message)
      } finally {
        isConnected = false
      }
      await pauseUntil(signal, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS))
      failures++
    }
  }

  const running = run()
  return {
    isConnected: () => isConnected,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const pauseUntil = (signal: AbortSignal, ms: number) => pause(ms, undefined, { signal }).catch(() => {})

type Events = { signal: AbortSignal; begin(): void; changed(): void }

/** Resolves or rejects once the connection is lost, or the signal aborts. */
async function listenOnce(url: string, { signal, begin, changed }: Events): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: RESPONSE_MS,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  client.on('notification', changed)
  const ended = AbortSignal.any([signal, lost.signal])
  try {
    const begun = startListening(client)
    await Promise.race([begun, untilAborted(ended)])
    if (ended.aborted) return void begun.catch(() => {})
    begin()
    while (!ended.aborted) {
      await pauseUntil(ended, CHECK_MS)
      if (!ended.aborted) await client.query('select 1')
    }
  } finally {
    await close(client)
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function startListening(client: pg.Client): Promise<void> {
  await client.connect()
  await requireDirect(client)
  await pinSettings(client, 0)
  await client.query(`listen ${CHANNEL}`)
}

/** A connection that doesn't respond never ends in order. */
async function close(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), pause(CLOSE_MS, undefined, { ref: false })])
  client.connection.stream.destroy()
}

/** The message says why this database sends no notifications. */
class NoNotifications extends Error {}

/**
 * A pooler can give each transaction another connection to the server, and then notifications reach none of its clients. Its
 * clients get keys of its own for canceling, and thereby another process ID than the server's.
 */
async function requireDirect(client: pg.Client & { processID?: number }): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('application_name', $1, false)`,
    [LISTENER_NAME],
  )
  if (rows[0]?.pid !== client.processID) throw new NoNotifications('DATABASE_URL leads to a connection pooler')
}

const FEATURE_NOT_SUPPORTED = '0A000'
const SYNTAX_ERROR = '42601'

/** A database that is compatible with PostgreSQL can lack the command. */
function isUnsupported(error: unknown): error is Error {
  const { code } = error as { code?: string }
  return error instanceof NoNotifications || code === FEATURE_NOT_SUPPORTED || code === SYNTAX_ERROR
}
