// `node fill-sqlite.ts <path> <events> <users> <from> <until>`: adds events to a database that has a sign-in. A process of its own,
// because SQLite blocks it; prints how many events there are so far.
import { DatabaseSync } from 'node:sqlite'
import { sqliteDialect } from '../growth/copies.ts'
import { createEventCopier, type EventFill, originalEvent } from './copies.ts'

/** How many events one transaction adds. */
const atOnce = 250_000

function fill(path: string, wanted: EventFill, onProgress: (done: number) => void): void {
  const db = new DatabaseSync(path)
  // Nothing else has the database open, and it is made again if this fails.
  for (const pragma of ['locking_mode = exclusive', 'journal_mode = off', 'synchronous = off'])
    db.exec(`pragma ${pragma}`)
  db.exec('pragma cache_size = -400000; pragma threads = 2')
  const columns = db.prepare(`select name from pragma_table_info('events')`).all()
  const names = columns.map(({ name }) => String(name))
  const copier = createEventCopier(sqliteDialect, wanted)
  db.exec(`create temp table original_event as ${originalEvent}`)
  for (let from = 1; from <= wanted.events; from += atOnce) {
    const to = Math.min(wanted.events, from + atOnce - 1)
    db.exec(copier.events({ columns: names, from, to }))
    onProgress(to)
  }
  db.exec(copier.index)
  db.exec(copier.cursor)
  db.exec('pragma journal_mode = wal')
  db.close()
}

const [path = '', ...numbers] = process.argv.slice(2)
const [events, users, from, until] = numbers.map(Number) as [number, number, number, number]
fill(path, { events, users, from, until }, (done) => void process.stdout.write(`${done}\n`))
