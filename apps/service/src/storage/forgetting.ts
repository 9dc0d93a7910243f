import { type Database, prepareStep } from './database.ts'

/** How many rows one statement forgets, so that no lock and no log entry grows without bound. */
const FORGET_AT_ONCE = 1_000

/** Tables whose rows are worth nothing after their `expires_at`. */
const ending = ['spent_sessions', 'message_counts', 'outbox'] as const

/** Deletes what ended before `now`, batch after batch; answers how many rows. */
export function expiredForgetting(db: Database) {
  const steps = ending.map((table) => forgetStep(db, table))
  return async (now: number) => {
    let forgotten = 0
    for (const forgetSome of steps) {
      for (let count = FORGET_AT_ONCE; count === FORGET_AT_ONCE; forgotten += count) {
        count = (await db.counted([forgetSome({ now })]))[0] ?? 0
      }
    }
    return forgotten
  }
}

const forgetStep = ({ query }: Database, table: (typeof ending)[number]) =>
  prepareStep(table, ({ now }: { now: number }) => {
    // They have these columns in common, which the types of a union do not show.
    const one = table as 'spent_sessions'
    return query
      .deleteFrom(one)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('app_id', 'id'),
          'in',
          selectFrom(one)
            .select(['app_id', 'id'])
            .where('expires_at', '<', now)
            .orderBy('expires_at')
            .limit(FORGET_AT_ONCE)
            .$asTuple('app_id', 'id'),
        ),
      )
  })
