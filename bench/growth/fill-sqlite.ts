// `node fill-sqlite.ts <path> <users> <sorted|scattered>`: adds users with a passkey and a device each to a database in which the
// template has signed up. A process of its own, because SQLite blocks it; prints how many users there are so far.
import { DatabaseSync } from 'node:sqlite'
import { createCopier, type Fill, type FilledTable, filledTables, sqliteDialect, whereTemplate } from './copies.ts'

/** How many users one transaction adds. */
const atOnce = 100_000

function fill(path: string, wanted: Fill, onProgress: (done: number) => void): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  // Nothing else has the database open, and it is made again if this fails.
  for (const pragma of ['locking_mode = exclusive', 'journal_mode = off', 'synchronous = off'])
    db.exec(`pragma ${pragma}`)
  db.exec('pragma cache_size = -400000; pragma threads = 2')
  const indexes = wanted.order === 'sorted' ? takeIndexes(db) : []
  const copy = createCopier(sqliteDialect, wanted)
  const tables = filledTables.map((table) => ({ table, columns: listColumns(db, table) }))
  for (const { table } of tables)
    db.exec(`create temp table original_${table} as select * from ${table} where ${whereTemplate(table)}`)
  for (let from = 1; from <= wanted.users; from += atOnce) {
    const to = Math.min(wanted.users, from + atOnce - 1)
    db.exec('begin')
    for (const { table, columns } of tables) db.exec(copy({ table, columns, original: `original_${table}`, from, to }))
    db.exec('commit')
    onProgress(to)
  }
  for (const sql of indexes) db.exec(sql)
  db.exec('pragma journal_mode = wal')
  db.close()
}

/** Drops the indexes that can be dropped, and returns how to make them again: a sorted index is built far faster than row by row. */
function takeIndexes(db: DatabaseSync): string[] {
  const find = db.prepare(
    `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name = ?`,
  )
  const indexes = filledTables.flatMap((table) => find.all(table)) as { name: string; sql: string }[]
  for (const { name } of indexes) db.exec(`drop index "${name}"`)
  return indexes.map(({ sql }) => sql)
}

const listColumns = (db: DatabaseSync, table: FilledTable) =>
  db
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))

const [path = '', users = '', order = ''] = process.argv.slice(2)
fill(path, { users: Number(users), order: order as Fill['order'] }, (done) => void process.stdout.write(`${done}\n`))
