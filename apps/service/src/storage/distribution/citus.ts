import type pg from 'pg'
import { describeStatement } from '../migrations/statements.ts'
import { findPlacement } from './placements.ts'

/** Whether the tables are distributed: `users` is a table of Citus, so its rows are on workers. Writes nothing. */
export async function readDistributed(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query(`select to_regclass('pg_dist_partition') is not null as exists`)
  if (!found[0]?.exists) return false
  const { rowCount } = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass('users')`)
  return rowCount === 1
}

/** Distributes a table and its rows by application, the rows of one with its users. */
export async function distributeTable(client: pg.Client, table: string): Promise<void> {
  const anchor = table === 'users' ? 'none' : 'users'
  await client.query(`select create_distributed_table($1::text::regclass, 'app_id', colocate_with => $2)`, [
    table,
    anchor,
  ])
}

/**
 * Runs a statement of a migration on a distributed database. A table must be placed with the users before its foreign
 * key to them is used.
 */
export async function runDistributed(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement)
  const { action, table = '' } = describeStatement(statement)
  if (action === 'createTable' && findPlacement(table) === 'application') await distributeTable(client, table)
}
