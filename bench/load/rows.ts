import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How many rows each table of each SQLite database in a folder has, by "file table". */
export function countRows(folder: string): Map<string, number> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(db|sqlite)$/.test(file))
  if (files.length === 0) throw new Error(`There is no SQLite database in ${folder}`)
  return new Map(files.flatMap((file) => countTableRows(folder, file)))
}

function countTableRows(folder: string, file: string): [string, number][] {
  const db = new DatabaseSync(join(folder, file), { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const counted = tables.map(({ name }): [string, number] => {
    const { rows } = db.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()!
    return [`${file} ${name}`, Number(rows)]
  })
  db.close()
  return counted
}
