import type { Spending } from '../core/passkeys/passkey.ts'
import { type Database, prepareInsert, prepareStep } from './database.ts'

/** How many ids one statement forgets, so that no lock and no log entry grows without bound. */
const FORGET_AT_ONCE = 1_000

/** The step that spends a session; its conflict `spent_sessions_id` says that it was spent before. */
export function sessionSpending(db: Database) {
  const insert = prepareInsert(db, 'spent_sessions')
  return (appId: string, { id, expiresAt }: Spending) => insert({ app_id: appId, id, expires_at: expiresAt })
}

/** Deletes the ids of sessions that ended before `now`, batch after batch; answers how many. */
export function expiredForgetting(db: Database) {
  const forgetSome = forgetStep(db)
  return async (now: number) => {
    let forgotten = 0
    for (;;) {
      const [count = 0] = await db.counted([forgetSome({ now })])
      forgotten += count
      if (count < FORGET_AT_ONCE) return forgotten
    }
  }
}

const forgetStep = ({ query }: Database) =>
  prepareStep('spent_sessions', ({ now }: { now: number }) =>
    query
      .deleteFrom('spent_sessions')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('app_id', 'id'),
          'in',
          selectFrom('spent_sessions')
            .select(['app_id', 'id'])
            .where('expires_at', '<', now)
            .orderBy('expires_at')
            .limit(FORGET_AT_ONCE)
            .$asTuple('app_id', 'id'),
        ),
      ),
  )
