import type { Installation } from './installation.ts'

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>

/** History, which is kept for as long as settings say, and grows with each operation until then. */
const history: readonly string[] = ['events', 'user_events', 'event_feed', 'roll_ups', 'audit_entries', 'transactions']
/** Rows that the load itself keeps: users, their passkeys, and devices. */
const fewRows = 2_000

/** Counts the rows of every table that must not grow. */
export async function countRows({ database, engine }: Installation): Promise<RowCounts> {
  const listed =
    engine === 'sqlite'
      ? await database.query(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      : await database.query(`select tablename as name from pg_tables where schemaname = current_schema()`)
  const names = listed.map(({ name }) => String(name)).filter((name) => !history.includes(name))
  const counts: [string, number][] = []
  for (const name of names) {
    const [row] = await database.query(`select count(*) as n from ${name}`)
    counts.push([name, Number(row?.n)])
  }
  return Object.fromEntries(counts)
}

/** Tables whose lowest number of rows in the last third is more than twice that of the first third. */
export function findGrowingTables(counts: readonly RowCounts[]): string[] {
  if (counts.length < 30) return []
  const part = Math.floor(counts.length / 3)
  const findLowest = (some: readonly RowCounts[], table: string) => Math.min(...some.map((rows) => rows[table] ?? 0))
  return Object.keys(counts[0]!).flatMap((table) => {
    const [before, after] = [findLowest(counts.slice(0, part), table), findLowest(counts.slice(-part), table)]
    return after > fewRows && after > 2 * before ? [`${table} has grown from ${before} to ${after} rows`] : []
  })
}
