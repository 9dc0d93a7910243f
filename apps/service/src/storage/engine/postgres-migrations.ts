import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { AppliedMigration, PendingMigration } from '../migrations/migration.ts'
import type { MigrationPlan } from './engine.ts'

/** An arbitrary number that all nodes share. */
const MIGRATION_LOCK = 7_468_756_274
/**
 * How long a statement waits for a table, in milliseconds: while it waits behind a long transaction, all later requests
 * to the table wait behind it. In the pause afterward, they get through.
 */
const LOCK_MS = 500
const PAUSE_MS = 500
const ATTEMPTS = 20
const LOCK_NOT_AVAILABLE = '55P03'

/** The migrations that the database records; none if it is empty. Writes nothing. */
export async function readMigrations(client: pg.Pool | pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows: found } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!found[0]?.exists) return []
  const { rows } = await client.query('select * from migrations')
  return rows.map(({ name, kind = null, since = null }) => ({ name, kind, since }))
}

/** A second node waits for the first, then finds everything applied. */
export async function applyMigrations(client: pg.Client, plan: MigrationPlan): Promise<readonly PendingMigration[]> {
  // The next query reports the same error.
  client.on('error', () => {})
  await client.connect()
  const applied: PendingMigration[] = []
  try {
    for (;;) {
      const some = await patiently(client, () => applySome(client, plan))
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
async function applySome(client: pg.Client, plan: MigrationPlan): Promise<readonly PendingMigration[]> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  const known = await readMigrations(client)
  const planned = plan(known)
  const chosen = known.length === 0 ? planned : planned.slice(0, 1)
  if (chosen.length > 0) await applyAll(client, chosen)
  await client.query('commit')
  return chosen
}

async function applyAll(client: pg.Client, chosen: readonly PendingMigration[]) {
  await client.query(`set local lock_timeout = ${LOCK_MS}`)
  await client.query('create table if not exists migrations (name text not null primary key)')
  // Earlier programs recorded the name alone, and still write such rows.
  await client.query('alter table migrations add column if not exists kind text, add column if not exists since text')
  for (const { name, kind, since, sql } of chosen) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into migrations (name, kind, since) values ($1, $2, $3)', [name, kind, since])
  }
}

/** Runs a transaction again if another one holds a lock that it needs. */
async function patiently<Result>(client: pg.Client, transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact()
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === ATTEMPTS) throw explainHeldLock(error as Error)
      await pause(PAUSE_MS)
    }
  }
}

const explainHeldLock = (cause: Error) =>
  new Error(
    `A migration waits for a table that a long transaction uses (${cause.message}). Nothing of it was applied. End that transaction (pg_stat_activity lists it), then try again.`,
    { cause },
  )
