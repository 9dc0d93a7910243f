import { sql } from 'kysely'
import type { SpentSessionStore } from '../../core/ports/stores/spent-sessions.ts'
import type { SpentSession } from '../../core/spent-session.ts'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

const spentSessions = table('spent_sessions', { appId: text(), id: text(), expiresAt: number() }, ['app_id', 'id'])

const watermarks = table('watermarks', { name: text(), value: number() }, ['name'])

declare module '../schema.ts' {
  interface Tables {
    spent_sessions: Stored<typeof spentSessions>
    watermarks: Stored<typeof watermarks>
  }
}

/** Everything that expired at or before it may have been forgotten, so it counts as spent. */
const watermark = sql<number>`(select value from watermarks where name = 'spent_sessions')`

/**
 * The step that spends a session. It conflicts where the session was spent before, and where it expires at or before the
 * watermark: then it gets no expiry, which the column rejects. `spentAs` has the names of both conflicts.
 */
export function sessionSpending({ query }: Database) {
  const insert = prepareStep('spent_sessions', ({ appId, id, expiresAt }: { appId: string } & SpentSession) => {
    const ends = sql<number>`cast(${expiresAt} as bigint)`
    return query
      .insertInto('spent_sessions')
      .values({ app_id: appId, id, expires_at: sql<number>`case when ${ends} > ${watermark} then ${ends} end` })
  })
  return (appId: string, spending: SpentSession) => insert({ appId, ...spending })
}

/** The answer for a session that cannot be spent any more. */
export const spentAs = <const Answer>(answer: Answer) => ({
  spent_sessions_id: answer,
  spent_sessions_expires_at: answer,
})

export function sqlSpentSessions(db: Database): SpentSessionStore {
  const { query } = db
  const raise = prepareStep('watermarks', ({ to }: { to: number }) =>
    query.updateTable('watermarks').set({ value: to }).where('name', '=', 'spent_sessions').where('value', '<', to),
  )
  const read = prepareRead(db, () =>
    query.selectFrom('watermarks').select('value').where('name', '=', 'spent_sessions'),
  )
  const readWatermark = async () => (await read({}))[0]?.value ?? 0
  const forget = prepareStep('spent_sessions', ({ until }: { until: number }) =>
    query
      .deleteFrom('spent_sessions')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('app_id', 'id'),
          'in',
          selectFrom('spent_sessions')
            .select(['app_id', 'id'])
            .where('expires_at', '<=', until)
            .where('expires_at', '<=', watermark)
            .orderBy('expires_at')
            .limit(FORGET_AT_ONCE)
            .$asTuple('app_id', 'id'),
        ),
      ),
  )
  return {
    readWatermark,
    async raiseWatermark(to) {
      await db.atomically([raise({ to })])
      return readWatermark()
    },
    forgetUntil: (until) => inBatches(db, () => forget({ until })),
  }
}
