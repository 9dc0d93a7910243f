import { openConnection } from '@thumbturn/service/storage/engine/postgres-sessions.ts'
import { createCopier, type Fill, type FilledTable, filledTables, postgresDialect, whereTemplate } from './copies.ts'

/** How many users one statement adds. */
const atOnce = 250_000

type Client = Awaited<ReturnType<typeof connect>>

type Progress = (done: number) => void

/**
 * Adds users with a passkey and a device each to a database in which the template has signed up. Sorted ones are added without
 * constraints and indexes, which are made again afterward. With `wal_level=minimal`, the log has none of it.
 */
export async function fillPostgres(url: string, fill: Fill, onProgress: Progress): Promise<void> {
  const client = await connect(url)
  const definitions = await readDefinitions(client)
  const isSorted = fill.order === 'sorted'
  for (const { table, name } of definitions.foreign) await client.query(drop(table, name))
  // A table that another one refers to can't be emptied, so the template's rows are set aside first.
  for (const table of filledTables)
    await client.query(
      `create unlogged table original_${table} as select * from ${table} where ${whereTemplate(table)}`,
    )
  const done = new Map<string, number>()
  const report = (table: string) => (count: number) => {
    done.set(table, count)
    onProgress(Math.min(...filledTables.map((name) => done.get(name) ?? 0)))
  }
  const fillOne = (table: FilledTable) => fillTable({ url, table, fill, definitions, onProgress: report(table) })
  if (isSorted) await Promise.all(filledTables.map(fillOne))
  else for (const table of filledTables) await fillOne(table)
  for (const { table, name, sql } of definitions.foreign) await client.query(add(table, name, sql))
  for (const table of filledTables) await client.query(`drop table original_${table}`)
  await client.query('vacuum analyze')
  await client.end()
}

async function connect(url: string) {
  const client = await openConnection(url)
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '400MB'`)
  return client
}

type Constraint = { table: string; name: string; sql: string }
type Definitions = {
  foreign: readonly Constraint[]
  /** Primary keys and unique constraints. */
  keys: readonly Constraint[]
  indexes: readonly Constraint[]
}

const drop = (table: string, name: string) => `alter table ${table} drop constraint "${name}"`
const add = (table: string, name: string, sql: string) => `alter table ${table} add constraint "${name}" ${sql}`

/** The definitions of the tables, and of the references to them. */
async function readDefinitions(client: Client): Promise<Definitions> {
  const query = async (sql: string) => (await client.query(sql, [filledTables])).rows as Constraint[]
  const constraints = (kinds: string) =>
    query(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as sql from pg_constraint
      where contype in (${kinds}) and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`)
  return {
    foreign: await constraints(`'f'`),
    keys: await constraints(`'p', 'u'`),
    indexes: await query(`select tablename as table, indexname as name, indexdef as sql from pg_indexes
      where tablename = any($1) and not exists (select from pg_constraint where conname = indexname)`),
  }
}

type TableFill = { url: string; table: FilledTable; fill: Fill; definitions: Definitions; onProgress: Progress }

/** One transaction, in which an emptied table needs no log. */
async function fillTable({ url, table, fill, definitions, onProgress }: TableFill): Promise<void> {
  const client = await connect(url)
  const columns = await listColumns(client, table)
  const copy = createCopier(postgresDialect, fill)
  const ofTable = (all: readonly Constraint[]) =>
    fill.order === 'sorted' ? all.filter((one) => one.table === table) : []
  const [keys, indexes] = [ofTable(definitions.keys), ofTable(definitions.indexes)]
  await client.query('begin')
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  for (const { name } of keys) await client.query(drop(table, name))
  if (fill.order === 'sorted')
    await client.query(`truncate ${table}; insert into ${table} select * from original_${table}`)
  for (let from = 1; from <= fill.users; from += atOnce) {
    const to = Math.min(fill.users, from + atOnce - 1)
    await client.query(copy({ table, columns, original: `original_${table}`, from, to }))
    onProgress(to)
  }
  for (const { name, sql } of keys) await client.query(add(table, name, sql))
  for (const { sql } of indexes) await client.query(sql)
  await client.query('commit')
  await client.end()
}

async function listColumns(client: Client, table: FilledTable): Promise<string[]> {
  const { rows } = await client.query(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
