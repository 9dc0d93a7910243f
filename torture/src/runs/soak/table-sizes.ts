import { existsSync, statSync } from 'node:fs'
import type { Installation } from '../../common/installation.ts'
import { measureRise, predictRise } from '../../common/trend.ts'

/** Rows and bytes of each table, and bytes of files, by name. */
export type Sizes = Readonly<Record<string, number>>

/** History, which is kept for as long as settings say, and grows with each operation until then. */
const history: readonly string[] = ['events', 'user_events', 'event_feed', 'roll_ups', 'audit_entries', 'transactions']
/** Fewer measurements show no trend. */
const fewestMeasurements = 12
/** The sizes that can grow at first: users, their passkeys and devices, and the space of rows that were changed. */
const smallest: Readonly<Record<Unit, number>> = { rows: 500, bytes: 8 * 2 ** 20 }
/** By which share of its mean something must have grown. What is never deleted exceeds it after one and a half times the warm-up. */
const mostGrowth = 0.4

/** Rows that don't count, by table: the counters that all unknown users share, of which an application has 4,096 at most. */
const bounded: Readonly<Record<string, string>> = { failures: "account like 'nobody-%'" }

type Unit = 'rows' | 'bytes'

/** Measures everything that must not grow: each table without history, with its indexes, and the log of SQLite. */
export async function measureSizes(installation: Installation): Promise<Sizes> {
  const bytes =
    installation.engine === 'sqlite' ? await measureFile(installation) : await measureRelations(installation)
  const sizes: [string, number][] = []
  for (const [name, size] of bytes) {
    if (history.includes(name)) continue
    sizes.push([`bytes of ${name}`, size])
    if (existsOnlyAsFile(name)) continue
    const [row] = await installation.database.query(
      `select count(*) as n from ${name} where not (${bounded[name] ?? 'false'})`,
    )
    sizes.push([`rows of ${name}`, Number(row?.n)])
  }
  return Object.fromEntries(sizes)
}

const logName = 'the write-ahead log'
const freeName = 'free pages'
const existsOnlyAsFile = (name: string) => name === logName || name === freeName

async function measureFile({ database }: Installation): Promise<[string, number][]> {
  const tables = await database.query(
    `select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_master using (name) group by tbl_name`,
  )
  const [free] = await database.query(
    'select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size',
  )
  const log = `${database.url.replace(/^sqlite:/, '')}-wal`
  return [
    ...tables.map(({ name, bytes }): [string, number] => [String(name), Number(bytes)]),
    [freeName, Number(free?.bytes)],
    [logName, existsSync(log) ? statSync(log).size : 0],
  ]
}

async function measureRelations({ database }: Installation): Promise<[string, number][]> {
  const tables = await database.query(
    `select tablename as name, pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) as bytes
     from pg_tables where schemaname = current_schema()`,
  )
  return tables.map(({ name, bytes }) => [String(name), Number(bytes)])
}

/** All bytes of the database that were measured. */
export const sumBytes = (sizes: Sizes): number =>
  Object.entries(sizes).reduce((sum, [name, size]) => (name.startsWith('bytes of') ? sum + size : sum), 0)

/** The sizes that clearly grow, in sentences. */
export function findGrowth(measured: readonly Sizes[]): string[] {
  const [first] = measured
  if (!first || measured.length < fewestMeasurements) return []
  return Object.keys(first).flatMap((name) => {
    const values = measured.map((sizes) => sizes[name] ?? 0)
    const unit: Unit = name.startsWith('rows of') ? 'rows' : 'bytes'
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const clear = predictRise(values, values.length - 1)
    if (clear < smallest[unit] || clear < mostGrowth * mean) return []
    return [`the ${name} have grown by ${Math.round(measureRise(values))} to ${values.at(-1)}`]
  })
}
