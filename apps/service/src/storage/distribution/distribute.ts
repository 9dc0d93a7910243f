import type pg from 'pg'
import { badRequest } from '../../core/errors.ts'
import { openPostgres } from '../engine/postgres.ts'
import { MIGRATION_LOCK } from '../engine/postgres-migrations.ts'
import { openConnection } from '../engine/postgres-sessions.ts'
import { everyTable } from '../every-table.ts'
import { requireMigrated } from '../migrations/migrate.ts'
import { distributeTable, readDistributed } from './citus.ts'
import { findPlacement, type Placement, placements } from './placements.ts'

/** Where a table is to be, and whether it is there. `bytes` is what it takes on the coordinator, with its indexes. */
export type PlacedTable = { table: string; placement: Placement; isPlaced: boolean; bytes: number }

export type Distribution = { workers: number; tables: readonly PlacedTable[] }

export type DistributeOptions = {
  /** Stops the table that is being placed, of which nothing remains then. */
  signal: AbortSignal
  onProgress: (progress: { table: string; done: number; total: number }) => void
}

/**
 * Where each table is and is to be, those to place first, in their order. Writes nothing.
 * @throws AppError bad_request: the database isn't the coordinator of a Citus cluster with workers
 */
export async function inspectDistribution(url: string): Promise<Distribution> {
  const client = await openConnection(url)
  try {
    return await inspect(client)
  } finally {
    await client.end()
  }
}

/** The tables that a distributed database should have on its workers, and doesn't; undefined if it isn't distributed. */
export async function listUnplaced(url: string): Promise<readonly string[] | undefined> {
  const client = await openConnection(url)
  try {
    if (!(await readDistributed(client))) return undefined
    const tables = await readTables(client)
    return tables.filter(({ isPlaced }) => !isPlaced).map(({ table }) => table)
  } finally {
    await client.end()
  }
}

/**
 * Places the tables that aren't placed yet, each in a transaction of its own, and returns their names. An interrupted
 * run is resumed by the next one. No node can run at the same time: each table is locked until its rows are copied.
 * @throws AppError bad_request: see `inspectDistribution`; another run or a migration is under way; or it was interrupted
 */
export async function distributeTables(url: string, options: DistributeOptions): Promise<readonly string[]> {
  await requireNewest(url)
  const open = () => openConnection(url)
  const client = await open()
  const cancel = () => void cancelQuery(open, client)
  options.signal.addEventListener('abort', cancel)
  try {
    await takeLock(client)
    const { tables } = await inspect(client)
    const missing = tables.filter(({ isPlaced }) => !isPlaced)
    for (const [done, { table }] of missing.entries()) {
      options.onProgress({ table, done, total: missing.length })
      await placeTable(client, table, options.signal)
    }
    return missing.map(({ table }) => table)
  } finally {
    options.signal.removeEventListener('abort', cancel)
    // Ending the connection undoes what wasn't committed, and releases the lock.
    await client.end()
  }
}

async function requireNewest(url: string) {
  const engine = openPostgres(url, 1)
  try {
    await requireMigrated(engine)
  } finally {
    await engine.close()
  }
}

async function inspect(client: pg.Client): Promise<Distribution> {
  await requireExtension(client)
  const { rows: nodes } = await client.query(
    `select citus_is_coordinator() as coordinates,
       (select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers`,
  )
  const [{ coordinates, workers }] = nodes as [{ coordinates: boolean; workers: number }]
  if (!coordinates) throw badRequest('This server is a worker. DATABASE_URL must lead to the coordinator.')
  if (workers === 0)
    throw badRequest(
      `The coordinator has no workers. Connect to it and run \`select citus_add_node('<host>', 5432)\` for each.`,
    )
  return { workers, tables: await readTables(client) }
}

async function requireExtension(client: pg.Client) {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 1) return
  throw badRequest(
    'The database lacks the extension citus. Install it on every server, and run `create extension citus` in this database on each.',
  )
}

async function readTables(client: pg.Client): Promise<readonly PlacedTable[]> {
  const names = [...Object.keys(placements), ...Object.keys(everyTable)]
  const { rows } = await client.query(
    `select name, exists (select from pg_dist_partition where logicalrelid = to_regclass(name)) as placed,
       coalesce(pg_total_relation_size(to_regclass(name)), 0)::float8 as bytes
     from unnest($1::text[]) with ordinality as tables (name, position) order by position`,
    [[...new Set(names)]],
  )
  return rows.map(({ name, placed, bytes }) => {
    const placement = findPlacement(name)
    return { table: name, placement, isPlaced: placed || placement === 'coordinator', bytes }
  })
}

/** The lock of migrations, so that none creates a table at the same time. */
async function takeLock(client: pg.Client) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK])
  if (!rows[0]?.locked) throw badRequest('A migration or another `thumbturn distribute` is under way. Try again later.')
}

/** The changes before a table can be distributed. */
const preparations: Readonly<Record<string, readonly string[]>> = {
  // Members are on the coordinator. Deleting a user deletes them too, without a foreign key.
  users: ['alter table members drop constraint if exists members_owner'],
  // Uniqueness holds on one server only, so that of a credential no longer spans applications with the same RP ID.
  passkeys: [
    'alter table member_sessions drop constraint if exists member_sessions_passkey',
    'alter table passkeys drop constraint passkeys_credential_id',
    'alter table passkeys add constraint passkeys_credential_id unique (app_id, credential_id)',
  ],
}

async function placeTable(client: pg.Client, table: string, signal: AbortSignal) {
  try {
    signal.throwIfAborted()
    await client.query('begin')
    for (const statement of preparations[table] ?? []) await client.query(statement)
    await distributeTable(client, table)
    await client.query('commit')
  } catch (error) {
    if (!signal.aborted) throw error
    throw badRequest(`Interrupted before ${table} was placed. Run the command again to resume.`, error as Error)
  }
}

async function cancelQuery(open: () => Promise<pg.Client>, client: pg.Client) {
  const other = await open()
  try {
    const { processID } = client as unknown as { processID: number }
    await other.query('select pg_cancel_backend($1)', [processID])
  } finally {
    await other.end()
  }
}
