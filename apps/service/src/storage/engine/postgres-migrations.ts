import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '../../core/errors.ts'
import { readDistributed, runDistributed } from '../distribution/citus.ts'
import type { AppliedMigration, PendingMigration } from '../migrations/migration.ts'
import { buildsOnlyIndexes, findIndexName } from '../migrations/statements.ts'
import type { MigrationPlan } from './engine.ts'
import { UnusableDatabase } from './outages.ts'

/** An arbitrary number that all nodes share. */
export const MIGRATION_LOCK = 7_468_756_274
/**
 * How long a statement waits for a table, in milliseconds: while it waits behind a long transaction, all later requests
 * to the table wait behind it. In the pause afterward, they get through.
 */
const LOCK_MS = 500
const PAUSE_MS = 500
const ATTEMPTS = 20
/** How long a node waits before it looks again whether another one has finished migrating. */
const POLL_MS = 50
const LOCK_NOT_AVAILABLE = '55P03'

/** The migrations that the database records; none if it is empty. Writes nothing. */
export async function readMigrations(client: pg.Pool | pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows: found } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!found[0]?.exists) return []
  const { rows } = await client.query('select * from migrations')
  return rows.map(({ name, kind = null, since = null }) => ({ name, kind, since }))
}

/** Opens a connection of its own. */
export type Connect = () => Promise<pg.Client>

/**
 * A second node waits for the first, then finds everything applied.
 * @param attempts how often a migration tries to get its tables
 */
export async function applyMigrations(
  connect: Connect,
  plan: MigrationPlan,
  attempts = ATTEMPTS,
): Promise<readonly PendingMigration[]> {
  const client = await connect()
  const applied: PendingMigration[] = []
  try {
    for (;;) {
      const some = await patiently(client, () => applySome(client, connect, plan), attempts)
      if (some.length === 0) return applied
      applied.push(...some)
    }
  } finally {
    // Ending the connection undoes what wasn't committed.
    await client.end()
  }
}

/**
 * One transaction under an advisory lock, which also holds behind a pooler. A new database gets everything at once; later,
 * each migration releases its locks before the next one waits for others.
 */
async function applySome(
  client: pg.Client,
  connect: Connect,
  plan: MigrationPlan,
): Promise<readonly PendingMigration[]> {
  await beginAlone(client)
  const known = await readMigrations(client)
  const planned = plan(known)
  const chosen = known.length === 0 ? planned : planned.slice(0, 1)
  const sql = chosen.flatMap((migration) => migration.sql)
  const isConcurrent = known.length > 0 && buildsOnlyIndexes(sql)
  // Before this transaction locks anything: a node that waited for it would have a snapshot.
  if (isConcurrent) await buildIndexes(connect, sql)
  if (chosen.length > 0) await requirePrivilege(client)
  if (chosen.length > 0) await applyAll(client, isConcurrent ? chosen.map(withoutStatements) : chosen)
  await client.query('commit')
  return chosen
}

/**
 * Begins a transaction that has the lock. Between two attempts the connection has no snapshot: building an index waits for
 * those, and would never end if it waited for a node that waits for the index. At this isolation level, neither does an
 * open transaction have one.
 */
async function beginAlone(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('begin isolation level read committed')
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as locked', [MIGRATION_LOCK])
    if (rows[0]?.locked) return
    await client.query('rollback')
    await pause(POLL_MS)
  }
}

/** From PostgreSQL 15 on, only the owner of a database can create tables in its schema `public`. */
async function requirePrivilege(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Privilege>(
    `select quote_ident(current_user) as user, quote_ident(current_database()) as database,
       quote_ident(current_schema()) as schema, has_schema_privilege(current_schema(), 'create') as "isAllowed"`,
  )
  const { user, database, schema, isAllowed } = rows[0]!
  if (isAllowed) return
  throw new UnusableDatabase({
    reason: `the user ${user} can't create tables in the schema ${schema}`,
    advice: `Run \`grant create on schema ${schema} to ${user}\`, or \`alter database ${database} owner to ${user}\`.`,
  })
}

type Privilege = { user: string; database: string; schema: string; isAllowed: boolean }

const withoutStatements = (migration: PendingMigration): PendingMigration => ({ ...migration, sql: [] })

/**
 * Builds indexes without blocking writes to their tables, which no transaction can. An attempt that was interrupted leaves
 * an invalid index behind.
 */
async function buildIndexes(connect: Connect, sql: readonly string[]): Promise<void> {
  const client = await connect()
  try {
    for (const statement of sql) {
      const name = findIndexName(statement)
      const query = 'select indisvalid from pg_index where indexrelid = to_regclass($1)'
      const { rows } = await client.query(query, [name])
      if (rows[0]?.indisvalid) continue
      if (rows.length > 0) await client.query(`drop index concurrently "${name}"`)
      await client.query(statement.replace(/^create index/i, 'create index concurrently'))
    }
  } finally {
    await client.end()
  }
}

async function applyAll(client: pg.Client, chosen: readonly PendingMigration[]) {
  await client.query(`set local lock_timeout = ${LOCK_MS}`)
  await client.query('create table if not exists migrations (name text not null primary key, kind text, since text)')
  const isDistributed = await readDistributed(client)
  const run = (statement: string) => (isDistributed ? runDistributed(client, statement) : client.query(statement))
  for (const { name, kind, since, sql } of chosen) {
    for (const statement of sql) await run(statement)
    await client.query('insert into migrations (name, kind, since) values ($1, $2, $3)', [name, kind, since])
  }
}

/** Runs a transaction again if another one holds a lock that it needs. */
async function patiently<Result>(
  client: pg.Client,
  transact: () => Promise<Result>,
  attempts: number,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact()
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === attempts) throw explainHeldLock(error as Error)
      await pause(PAUSE_MS)
    }
  }
}

const explainHeldLock = (cause: Error) =>
  new OperatorError(
    'database_unusable',
    `A migration waits for a table that a long transaction uses (${cause.message}). Nothing of it was applied. End that transaction (pg_stat_activity lists it), then try again.`,
    { cause },
  )
