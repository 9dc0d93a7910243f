import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { readDistributed } from '../distribution/citus.ts'
import { groupByApplication, propagateSettings } from '../distribution/grouping.ts'
import { postgresTypes } from '../migrations/column-types.ts'
import type { Tables } from '../schema.ts'
import type { Engine, Statement } from './engine.ts'
import { reportingOutages } from './outages.ts'
import { type Connections, openConnections } from './postgres-connections.ts'
import { type Grouping, groupStatements } from './postgres-group.ts'
import { openInspected } from './postgres-inspection.ts'
import { applyMigrations, readMigrations } from './postgres-migrations.ts'
import { announcement, isAnnounced, LISTENER_NAME, listenForAnnouncements } from './postgres-notifications.ts'
import { explainPostgres } from './postgres-outages.ts'
import { openConnection } from './postgres-sessions.ts'
import { nameStatement } from './postgres-statements.ts'

type NoteGroup = (batches: number) => void

/** PostgreSQL, or a database that is compatible with it, at `url`; `sslmode` in the URL configures TLS. */
export function openPostgres(url: string, poolSize = 10, grouped?: NoteGroup): Engine {
  const connections = openConnections(url, poolSize)
  return createEngine(url, connections, (opened) => groupStatements(opened, grouped))
}

/** The same, where the tables are distributed over several servers; `url` is that of the coordinator. */
export function openDistributedPostgres(url: string, poolSize = 10, grouped?: NoteGroup): Engine {
  const connections = openConnections(url, poolSize, propagateSettings)
  const engine = createEngine(url, connections, (opened) => groupByApplication(opened, grouped))
  return { ...engine, isDistributed: true }
}

/**
 * Opens PostgreSQL as it is: the tables can be distributed or not.
 * @throws UnusableDatabase
 */
export async function openEitherPostgres(url: string, poolSize?: number, grouped?: NoteGroup): Promise<Engine> {
  const isDistributed = await inspectPostgres(url)
  return isDistributed ? openDistributedPostgres(url, poolSize, grouped) : openPostgres(url, poolSize, grouped)
}

/**
 * Whether the tables are distributed.
 * @throws UnusableDatabase: nothing can be read or written there
 */
export async function inspectPostgres(url: string): Promise<boolean> {
  const client = await openInspected(url)
  return readDistributed(client).finally(() => client.end())
}

function createEngine(url: string, connections: Connections, group: (connections: Connections) => Grouping): Engine {
  const { pool } = connections
  const { waiting, waitMs, ...grouping } = group(connections)
  const announcements = createAnnouncements(connections)
  const query = async (sql: string, values: Statement['values'] = []) =>
    (await connections.run([nameStatement({ sql, values })]))[0]!
  const engine: Engine = {
    builder: postgresBuilder(),
    columnTypes: postgresTypes,
    locksRows: true,
    isDistributed: false,
    read: grouping.read,
    async write(steps) {
      const outcome = await grouping.write(steps)
      if (!('conflict' in outcome) && isAnnounced(steps)) announcements.send()
      return outcome
    },
    listen: (listener) => listenForAnnouncements(url, listener),
    async serverTime() {
      const [row] = await query(`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)
      return Number(row?.now)
    },
    readMigrations: () => readMigrations(pool),
    async estimateRows(table) {
      const [row] = await query(`select reltuples::float8 as rows from pg_class where oid = to_regclass($1)`, [table])
      const rows = Number(row?.rows ?? 0)
      return rows < 0 ? undefined : rows
    },
    migrate: (plan) => applyMigrations(() => openConnection(url), plan),
    async countConnections() {
      const [row] = await query(countConnections, [LISTENER_NAME])
      return { most: Number(row?.most), used: Number(row?.used), nodes: Number(row?.nodes) }
    },
    async version() {
      const [row] = await query('show server_version')
      return { name: 'PostgreSQL', version: String(row?.server_version) }
    },
    load: () => ({
      waiting: pool.waitingCount + waiting(),
      waitMs: Math.max(connections.waitMs(), waitMs()),
      connections: { idle: pool.idleCount, busy: pool.totalCount - pool.idleCount },
    }),
    freeBytes: async () => undefined,
    // PostgreSQL does it by its own schedule.
    checkpoint: async () => {},
    async close() {
      await grouping.close()
      await announcements.close()
      await pool.end()
    },
  }
  return reportingOutages(engine, explainPostgres)
}

/** A few connections are reserved for superusers, so other roles can't open them. */
const countConnections = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
  count(*)::int as used,
  (count(*) filter (where application_name = $1 and datname = current_database()))::int as nodes
  from pg_stat_activity where backend_type = 'client backend'`

/**
 * Sends announcements while their batches' callers continue. If one fails, nodes notice the change when they look for
 * it.
 */
function createAnnouncements({ run }: Connections) {
  const sending = new Set<Promise<unknown>>()
  return {
    send() {
      const sent = run([announcement])
        .catch(() => {})
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },
    close: () => Promise.all(sending),
  }
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
