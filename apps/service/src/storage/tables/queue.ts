import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import type { Tables } from '../schema.ts'

/** Tables of waiting tasks: `next_at` is when a task is due, and `attempts` how often a worker took it. */
type QueueTable = 'messages' | 'logout_notices'

type Queue<Name extends QueueTable> = { name: Name; all: readonly string[]; columns: readonly string[] }

type Due = { now: number; until: number; most: number }

/** How often a worker looks again after other workers took everything that it saw. */
const CLAIM_ATTEMPTS = 3

/** The number of attempts identifies the worker that has a task: another lease raises it. */
export const claimKey = ['appId', 'id', 'attempts'] as const

// The tables share the columns below, but TypeScript can't tell for a union.
const asOne = (name: QueueTable) => name as 'messages'

/** Touches no row if the application has `room` tasks already; concurrent inserts can exceed it by their number. */
export function boundedInsert<Name extends QueueTable>({ query }: Database, table: Queue<Name>) {
  const one = asOne(table.name)
  const columns = table.all as readonly (keyof Tables['messages'])[]
  const insert = prepareStep(table.name, (given: Tables['messages'] & { others: number }) => {
    const last = query.selectFrom(one).select('id').where('app_id', '=', given.app_id).limit(1)
    return query
      .insertInto(one)
      .columns(columns)
      .expression(
        query
          .selectNoFrom(({ val }) => columns.map((column) => val(given[column]).as(column)))
          .where(({ not, exists }) => not(exists(last.offset(given.others)))),
      )
  })
  return (row: Tables[Name], room: number) => insert({ ...(row as Tables['messages']), others: room - 1 })
}

/**
 * Reads what is due, then takes it row by row, each only if it is unchanged, so that one of several workers gets it. The
 * lease is the time at which the row is due again. Returns the rows as they were before.
 */
export function prepareClaim<Name extends QueueTable>(
  db: Database,
  table: Queue<Name>,
): (due: Due) => Promise<readonly Tables[Name][]> {
  const see = dueTasks(db, table)
  const lease = prepareLease(db, table.name)
  return async ({ now, until, most }) => {
    for (let left = CLAIM_ATTEMPTS; left > 0; left--) {
      const seen = await see({ now, most })
      if (seen.length === 0) return []
      const counts = await db.counted(seen.map((row) => lease({ ...row, now, until })))
      const mine = seen.filter((_, index) => counts[index] === 1)
      if (mine.length > 0) return mine as readonly Tables[QueueTable][] as readonly Tables[Name][]
    }
    return []
  }
}

const dueTasks = (db: Database, { name, columns }: Queue<QueueTable>) =>
  prepareRead(db, ({ now, most }: Pick<Due, 'now' | 'most'>) =>
    db.query
      .selectFrom(asOne(name))
      .select(columns as readonly (keyof Tables['messages'])[])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .orderBy('id')
      .limit(most),
  )

type Lease = Pick<Tables['messages'], 'app_id' | 'id' | 'attempts'> & Pick<Due, 'now' | 'until'>

const prepareLease = ({ query }: Database, name: QueueTable) =>
  prepareStep(name, ({ app_id, id, attempts, now, until }: Lease) =>
    query
      .updateTable(asOne(name))
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: until }))
      .where('app_id', '=', app_id)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('next_at', '<=', now),
  )
