import { openConnection } from '@thumbturn/service/storage/engine/postgres-sessions.ts'
import { postgresDialect } from '../growth/copies.ts'
import { createEventCopier, type EventFill, originalEvent } from './copies.ts'

/** How many events one statement adds. */
const atOnce = 250_000

/** Adds events to a database that has a sign-in; reports how many there are so far. */
export async function fillEvents(url: string, fill: EventFill, onProgress: (done: number) => void): Promise<void> {
  const client = await openConnection(url)
  await client.query(`set synchronous_commit = off; create temp table original_event as ${originalEvent}`)
  const { rows } = await client.query(`select attname as name from pg_attribute
    where attrelid = to_regclass('events') and attnum > 0 and not attisdropped order by attnum`)
  const columns = rows.map(({ name }) => String(name))
  const copier = createEventCopier(postgresDialect, fill)
  for (let from = 1; from <= fill.events; from += atOnce) {
    const to = Math.min(fill.events, from + atOnce - 1)
    await client.query(copier.events({ columns, from, to }))
    onProgress(to)
  }
  await client.query(copier.index)
  await client.query(copier.cursor)
  await client.query('vacuum analyze')
  await client.end()
}
