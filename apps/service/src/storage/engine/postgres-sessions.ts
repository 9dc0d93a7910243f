import pg from 'pg'
import { ConnectionFailure } from './postgres-outages.ts'

/** Timeouts in milliseconds: for a connection, for a statement on the server, and for the server's response. */
export const CONNECT_MS = 4_000
export const STATEMENT_MS = 5_000
export const RESPONSE_MS = 6_000

/**
 * The settings that the meaning of our statements and of their results depends on: a server, a database, or a role can
 * have other defaults. The names are those of `pg_settings`; a version of PostgreSQL that lacks one of them is fine.
 */
const pinned: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  bytea_output: 'hex',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  // Foreign keys are checked.
  session_replication_role: 'origin',
  // A policy that would hide rows from us is an error.
  row_security: 'off',
  // Rows can be updated.
  default_table_access_method: 'heap',
  // A canceled wait for a standby is reported.
  client_min_messages: 'warning',
  exit_on_error: 'off',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
}

/**
 * Fixes the settings of a connection before its first statement, in one round trip. Not as parameters of its start: poolers reject those.
 * - Of the values of `synchronous_commit`, an operator can choose all but `off`, which loses what was acknowledged.
 * - Our tables are in one schema, and objects of the same names in another one are never found, whatever the search path of the role.
 *   A new installation takes the first schema of that path. As it is always set, proxies that look for settings keep the connection for
 *   us.
 */
export async function pinSettings(client: pg.ClientBase, statementMs: number): Promise<void> {
  const settings = { ...pinned, statement_timeout: `${statementMs}ms` }
  await client.query(
    `select pg_catalog.set_config(name, value, false) from unnest($1::text[], $2::text[]) as pinned (name, value)
      where pg_catalog.current_setting(name, true) <> value
     union all select pg_catalog.set_config('synchronous_commit', 'on', false)
      where pg_catalog.current_setting('synchronous_commit') = 'off'
     union all select pg_catalog.set_config('search_path', pg_catalog.quote_ident(coalesce(
      (select nspname from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = pg_catalog.to_regclass('spent_sessions')),
      pg_catalog.current_schema())), false)`,
    [Object.keys(settings), Object.values(settings)],
  )
}

/**
 * Opens a connection of its own, without a timeout for statements.
 * @throws ConnectionFailure
 */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = await openUnpinned(url)
  await pinSettings(client, 0).catch((error: unknown) => {
    void client.end().catch(() => {})
    throw new ConnectionFailure(error)
  })
  return client
}

/**
 * The same with the settings that the server has for everyone. `responseMs`: how long a response can take; any time by default.
 * @throws ConnectionFailure
 */
export async function openUnpinned(url: string, responseMs = 0): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: responseMs,
      keepAlive: true,
    })
    // The next query reports the same error.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    throw new ConnectionFailure(error)
  }
}
