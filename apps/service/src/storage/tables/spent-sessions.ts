import { sql } from 'kysely'
import { OperatorError } from '../../core/errors.ts'
import type { MfaStore } from '../../core/ports/stores/mfa.ts'
import type { SpentSessionStore } from '../../core/ports/stores/spent-sessions.ts'
import type { SpentSession } from '../../core/spent-session.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareLookup, prepareRead, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { FORGET_AT_ONCE, inBatches, measureRun } from './forgetting.ts'

/**
 * The IDs of sessions sort by time, and the key begins with them: what is spent at the same time is together, on SQLite in the table
 * itself, so that spending and forgetting touch few pages. PostgreSQL has one index to write, and no index by expiry. All
 * insert into the last page of it, as they do for `events`, but batches share transactions, so few connections do at once.
 * On Citus, each shard has its own.
 */
export const spentSessions = table('spent_sessions', { appId: text(), id: text(), expiresAt: number() }, [
  'id',
  'app_id',
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

const firstNonce = 'nonce '

/** The steps that spend a session, unless it was spent before or expires at or before the watermark. */
export type Spend = (spent: Facts['spend']) => Step | readonly Step[]

export const sessionWrites = (spend: Spend) => ({
  spend,
  // Ids of sessions are UUIDs, so the two never meet, and nonces are behind all of them.
  spendNonce: ({ id, ...nonce }: Facts['spendNonce']) => spend({ ...nonce, id: `${firstNonce}${id}` }),
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
  const findNonce = prepareLookup(db, ({ appId, id }: { appId: string; id: string }) =>
    query.selectFrom('spent_sessions').select('id').where('app_id', '=', appId).where('id', '=', id),
  )
  const forgetNonces = prepareForgettingNonces(db)
  const forgetSessions = prepareForgettingSessions(db)
  return {
    async hasNonce(appId, ids) {
      const found = await Promise.all(ids.map((id) => findNonce({ appId, id: `${firstNonce}${id}` })))
      return found.some((rows) => rows.length > 0)
    },
    readWatermark,
    async raiseWatermark(to) {
      await db.counted([raise({ to })])
      return readWatermark()
    },
    async forgetUntil(until) {
      const last = Math.min(until, await readWatermark())
      return (await forgetSessions(last)) + (await inBatches(db, () => forgetNonces({ last })))
    },
  }
}

/** Sessions that are looked at in a step; most of them in the order in which they expire. */
const lookedAt = 500

/** Deletes sessions that expired until a time, from the oldest one to the newest; returns how many. */
function prepareForgettingSessions(db: Database) {
  const { query } = db
  const findEnd = prepareRead(db, ({ after }: { after: string }) =>
    query
      .selectFrom('spent_sessions')
      .select('id')
      .where('id', '>', after)
      .where('id', '<', firstNonce)
      .orderBy('id')
      .limit(1)
      .offset(lookedAt - 1),
  )
  const forget = prepareStep('spent_sessions', ({ after, end, last }: { after: string; end: string; last: number }) =>
    query.deleteFrom('spent_sessions').where('id', '>', after).where('id', '<=', end).where('expires_at', '<=', last),
  )
  return async (last: number) => {
    let forgotten = 0
    for (let after = ''; after < firstNonce; ) {
      const pauseAsLong = measureRun()
      const [found] = await findEnd({ after })
      const end = found?.id ?? firstNonce
      const [count = 0] = await db.counted([forget({ after, end, last })])
      forgotten += count
      after = end
      if (found) await pauseAsLong()
    }
    return forgotten
  }
}

/** Nonces expire in another order than that of their IDs, which other parties choose. */
const prepareForgettingNonces = ({ query }: Database) =>
  prepareStep('spent_sessions', ({ last }: { last: number }) =>
    query.deleteFrom('spent_sessions').where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('id', 'app_id'),
        'in',
        selectFrom('spent_sessions')
          .select(['id', 'app_id'])
          // Literally the condition of the index.
          .where(sql<boolean>`id >= ${sql.lit(firstNonce)}`)
          .where('expires_at', '<=', last)
          .orderBy('expires_at')
          .limit(FORGET_AT_ONCE)
          .$asTuple('id', 'app_id'),
      ),
    ),
  )
