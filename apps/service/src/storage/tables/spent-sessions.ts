import { sql } from 'kysely'
import { OperatorError } from '../../core/errors.ts'
import type { MfaStore } from '../../core/ports/stores/mfa.ts'
import type { SpentSessionStore } from '../../core/ports/stores/spent-sessions.ts'
import type { SpentSession } from '../../core/spent-session.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareLookup, prepareRead, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

export const spentSessions = table('spent_sessions', { appId: text(), id: text(), expiresAt: number() }, [
  'app_id',
  'id',
])

export const watermarks = table('watermarks', { name: text(), value: number() }, ['name'])

declare module '../schema.ts' {
  interface Tables {
    spent_sessions: StoredRow<typeof spentSessions>
    watermarks: StoredRow<typeof watermarks>
  }
}

/** Everything that expired at or before it may have been forgotten, so it counts as spent. */
const watermark = sql<number>`(select value from watermarks where name = 'spent_sessions')`

/** The steps that spend a session, unless it was spent before or expires at or before the watermark. */
export type Spend = (spent: Facts['spend']) => Step | readonly Step[]

export const sessionWrites = (spend: Spend) => ({
  spend,
  // Ids of sessions are UUIDs, so the two never meet.
  spendNonce: ({ id, ...nonce }: Facts['spendNonce']) => spend({ ...nonce, id: `nonce ${id}` }),
})

/** Behind the watermark, a session gets no expiry, which the column rejects. */
export function prepareGuardingInsert({ query }: Database): Spend {
  return prepareStep('spent_sessions', ({ appId, id, expiresAt }: Facts['spend']) => {
    const ends = sql<number>`cast(${expiresAt} as bigint)`
    return query
      .insertInto('spent_sessions')
      .values({ app_id: appId, id, expires_at: sql<number>`case when ${ends} > ${watermark} then ${ends} end` })
  })
}

/** One read: whether the step of an MFA flow was completed, or expired behind the watermark, and its user's token epoch. */
export function mfaReads(db: Database): MfaStore {
  const find = prepareLookup(db, ({ appId, userId, id, expiresAt }: { appId: string; userId: string } & SpentSession) =>
    db.query.selectNoFrom(({ selectFrom }) => [
      selectFrom('spent_sessions').select('id').where('app_id', '=', appId).where('id', '=', id).as('spent'),
      selectFrom('watermarks')
        .select('name')
        .where('name', '=', 'spent_sessions')
        .where('value', '>=', expiresAt)
        .as('behind'),
      selectFrom('users').select('token_epoch').where('app_id', '=', appId).where('id', '=', userId).as('token_epoch'),
    ]),
  )
  return {
    async findState({ appId, step, userId }) {
      const [row] = await find({ appId, userId, ...step })
      return { isSpent: row?.spent != null || row?.behind != null, tokenEpoch: row?.token_epoch ?? undefined }
    },
  }
}

export function spentSessionReads(db: Database): SpentSessionStore {
  const { query } = db
  const raise = prepareStep('watermarks', ({ to }: { to: number }) =>
    query.updateTable('watermarks').set({ value: to }).where('name', '=', 'spent_sessions').where('value', '<', to),
  )
  const read = prepareRead(db, () =>
    query.selectFrom('watermarks').select('value').where('name', '=', 'spent_sessions'),
  )
  const readWatermark = async () => {
    const [row] = await read({})
    // Without it, sessions that were forgotten would count as unspent.
    if (!row)
      throw new OperatorError(
        'database_unusable',
        'The database has lost its watermark of spent sessions: restore it from a backup',
      )
    return row.value
  }
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
      await db.counted([raise({ to })])
      return readWatermark()
    },
    forgetUntil: (until) => inBatches(db, () => forget({ until })),
  }
}
