import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import type { Row, Step, Value } from '../engine/engine.ts'
import type { TableShape } from '../every-table.ts'

/** How many rows are read and written together; with the widest table, far below the limit of parameters of both engines. */
export const pageSize = 400

/** The contents of a table: how many rows, and a checksum that is independent of their order (64 hexadecimal digits). */
export type Contents = { rows: number; checksum: string }

type After = readonly Value[]

/** The pages of a table in the order of its primary key, from behind the key `after`, or from the beginning. */
export async function* readPages(db: Database, table: TableShape, after?: After): AsyncGenerator<readonly Row[]> {
  const first = prepareRead(db, () => selectPage(db, table))
  const next = prepareRead(db, (given: Row) => selectPage(db, table).where(isAfter(table, given)))
  for (let last = after; ; ) {
    const rows = await (last ? next(byColumn(table, last)) : first({}))
    if (rows.length > 0) yield rows as readonly Row[]
    if (rows.length < pageSize) return
    last = toKey(table, rows.at(-1) as Row)
  }
}

const selectPage = ({ query }: Database, { name, all, key }: TableShape) => {
  const selected = query.selectFrom(name).select(all as never)
  return key.reduce((ordered, column) => ordered.orderBy(column as never), selected).limit(pageSize)
}

/** A row comparison, which both engines look up in the index of the key. */
function isAfter({ key }: TableShape, given: Row) {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const values = sql.join(key.map((column) => sql`${given[column]}`))
  return sql<boolean>`(${columns}) > (${values})`
}

const byColumn = ({ key }: TableShape, values: After): Row =>
  Object.fromEntries(key.map((column, at) => [column, values[at]]))

/** The values of a row's primary key. */
export const toKey = ({ key }: TableShape, row: Row): After => key.map((column) => row[column] as Value)

/** The step that inserts rows, compiled once for each number of rows. */
export function prepareRows({ query }: Database, { name, all }: TableShape): (rows: readonly Row[]) => Step {
  const prepared = new Map<number, (given: Row) => Step>()
  const prepare = (count: number) =>
    prepareStep(name, (given: Row) =>
      query
        .insertInto(name)
        .values(
          Array.from({ length: count }, (_, at) =>
            Object.fromEntries(all.map((column) => [column, given[`${at} ${column}`]])),
          ) as never,
        ),
    )
  return (rows) => {
    const insert = prepared.get(rows.length) ?? prepare(rows.length)
    prepared.set(rows.length, insert)
    return insert(Object.fromEntries(rows.flatMap((row, at) => all.map((column) => [`${at} ${column}`, row[column]]))))
  }
}

/** Reads a whole table. `onRows` is called with the number of rows of each page. */
export async function readContents(
  db: Database,
  table: TableShape,
  onRows: (count: number) => void,
): Promise<Contents> {
  let [rows, sum] = [0, 0n]
  for await (const page of readPages(db, table)) {
    for (const row of page) sum += BigInt(`0x${hashRow(table, row)}`)
    rows += page.length
    onRows(page.length)
  }
  return { rows, checksum: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }
}

/** Both engines give the same values, apart from the class of bytes. */
const hashRow = ({ all }: TableShape, row: Row): string => {
  const values = all.map((column) => {
    const value = row[column]
    return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
  })
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** How many rows a table has. */
export async function countRows(db: Database, { name }: TableShape): Promise<number> {
  const count = prepareRead(db, () => db.query.selectFrom(name).select(({ fn }) => fn.countAll<number>().as('rows')))
  const [found] = await count({})
  return Number(found!.rows)
}
