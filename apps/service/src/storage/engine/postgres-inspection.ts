import type pg from 'pg'
import { everyTable } from '../every-table.ts'
import { abridge, type Explanation, foreignTables, UnusableDatabase } from './outages.ts'
import { openUnpinned, pinSettings, RESPONSE_MS } from './postgres-sessions.ts'

/**
 * Opens a connection, and makes sure that the database can be used: connections lead to the server in a way that keeps their state,
 * it can hold our data, and nothing of another program is in the way. Writes nothing.
 * @throws ConnectionFailure
 * @throws UnusableDatabase
 */
export async function openInspected(url: string): Promise<pg.Client> {
  const client = await openUnpinned(url, RESPONSE_MS)
  try {
    await requireSession(client, url)
    await pinSettings(client, 0)
    await requireUsable(client)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

async function requireUsable(client: pg.Client): Promise<void> {
  const tables = ['migrations', ...Object.keys(everyTable)]
  const { rows } = await client.query<Inspection>(
    `select current_setting('server_encoding') as encoding, quote_ident(current_user) as user,
     quote_ident(current_database()) as database, quote_ident(current_schema()) as schema,
     to_regclass('spent_sessions') is not null as "isInstalled",
     array(select name from unnest($1::text[]) as tables (name) where to_regclass(name) is not null) as existing,
     (select quote_ident(nspname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relname = 'spent_sessions' and relkind in ('r', 'p') and has_table_privilege(pg_class.oid, 'insert')
       order by nspname limit 1) as elsewhere,
     array(select name from unnest($1::text[]) as tables (name) where not has_table_privilege(to_regclass(name), 'select')
       or name <> 'migrations' and not pg_is_in_recovery() and not (has_table_privilege(to_regclass(name), 'insert')
         and has_table_privilege(to_regclass(name), 'update') and has_table_privilege(to_regclass(name), 'delete'))) as closed`,
    [tables],
  )
  const found = rows[0]!
  const problem = problems.find(({ applies }) => applies(found))
  if (problem) throw new UnusableDatabase(problem.explain(found))
}

type Inspection = {
  encoding: string
  user: string
  database: string
  /** Of our tables; null if the search path names none that the user can use. */
  schema: string | null
  isInstalled: boolean
  /** The names of our tables that exist there, of whatever program. */
  existing: readonly string[]
  /** Another schema with our tables, which the user can write to. */
  elsewhere: string | null
  /** Our tables that the user can't read and write; on a standby, which nothing can write to, those that it can't read. */
  closed: readonly string[]
}

type Problem = {
  applies(found: Inspection): boolean
  explain(found: Inspection): Explanation
}

/** Texts of every language are stored as they are only in UTF-8. */
const encodingProblem: Problem = {
  applies: ({ encoding }) => encoding !== 'UTF8',
  explain: ({ encoding, user }) => ({
    reason: `its encoding is ${encoding}, which can't hold every name`,
    advice: `Create one in UTF8: \`create database <name> owner ${user} encoding 'UTF8' template template0\`.`,
  }),
}

const schemaProblem: Problem = {
  applies: ({ schema }) => schema === null,
  explain: ({ user, database }) => ({
    reason: `the search_path of the user ${user} names no schema that it can use`,
    advice: `Run \`grant usage, create on schema public to ${user}\`, or \`alter database ${database} owner to ${user}\`.`,
  }),
}

const elsewhereProblem: Problem = {
  applies: ({ isInstalled, elsewhere }) => !isInstalled && elsewhere !== null,
  explain: ({ user, database, elsewhere }) => ({
    reason: `its tables are in the schema ${elsewhere}, which is not in the search_path of the user ${user}`,
    advice: `Run \`alter role ${user} in database ${database} set search_path to ${elsewhere}\`. A second installation needs a database or a user of its own.`,
  }),
}

const foreignProblem: Problem = {
  applies: ({ isInstalled, existing }) => !isInstalled && existing.length > 0,
  explain: ({ schema, existing }) => foreignTables(existing, `in its schema ${schema}`),
}

const privilegeProblem: Problem = {
  applies: ({ closed }) => closed.length > 0,
  explain: ({ user, schema, closed }) => ({
    reason: `the user ${user} can't read and write its tables (${abridge(closed)})`,
    advice: `As their owner, run \`grant select, insert, update, delete on all tables in schema ${schema} to ${user}\`.`,
  }),
}

const problems = [encodingProblem, schemaProblem, elsewhereProblem, foreignProblem, privilegeProblem]

/** How often each of two connections is asked for its server process. */
const ROUNDS = 4

/**
 * A pooler can give each transaction another connection to the server, but prepared statements and settings belong to a connection.
 * There, two clients share a process, or the process of one changes. Such a pooler gives its clients keys of its own for canceling, so
 * where the process IDs of client and server agree, one connection is enough.
 */
async function requireSession(client: pg.Client & { processID?: number }, url: string): Promise<void> {
  const first = await readProcess(client)
  if (first === client.processID) return
  const other = await openUnpinned(url, RESPONSE_MS)
  try {
    const second = await readProcess(other)
    let isStable = first !== second
    // Twice in a row each: a pooler that takes connections in turn would give every other one to the same client.
    for (let round = 0; round < ROUNDS && isStable; round++)
      isStable =
        (await readProcess(client)) === first &&
        (await readProcess(client)) === first &&
        (await readProcess(other)) === second &&
        (await readProcess(other)) === second
    if (!isStable) throw new UnusableDatabase(transactionPooling)
  } finally {
    await other.end()
  }
}

const transactionPooling: Explanation = {
  reason:
    'a connection pooler there gives each transaction another connection to the server, but prepared statements and settings belong to a connection',
  advice: "Choose session pooling, or lead DATABASE_URL to the server's own address.",
}

/** Sets something, too: some proxies keep a connection for a client from then on. Other clients of a pooler must not get our real settings. */
async function readProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('thumbturn.connection', 'used', false)`,
  )
  return rows[0]!.pid
}
