import { sql } from 'kysely'
import { clockToleranceMs, refillInterval } from '../../core/ports/limiter.ts'
import type { LimitStore } from '../../core/ports/stores/limits.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

const microseconds = (ms: number) => Math.round(ms * 1000)

export const rateLimits = table('rate_limits', { key: text(), fullAt: number() }, ['key'])

declare module '../schema.ts' {
  interface Tables {
    rate_limits: StoredRow<typeof rateLimits>
  }
}

export function sqlRateLimits(db: Database): LimitStore {
  const take = takeCalls(db)
  const forget = forgetCalls(db)
  const find = prepareRead(db, ({ key }: { key: string }) =>
    db.query.selectFrom('rate_limits').select('full_at').where('key', '=', key),
  )
  return {
    async take(key, limit, taking) {
      const interval = microseconds(refillInterval(limit))
      const now = microseconds(taking.now)
      const cost = interval * taking.calls
      const latest = now + limit.seconds * 1_000_000
      const impossible = latest + microseconds(clockToleranceMs)
      const [taken] = await db.counted([take({ key, cost, now, full: now + cost, latest, impossible })])
      if (taken === 1) return 0
      const [row] = await find({ key })
      // Gone since then: it was forgotten because all of its calls were there again.
      const wait = (row?.full_at ?? 0) + interval - latest
      return Math.max(1, Math.ceil(wait / 1000))
    },
    async wait(key, limit, { calls, now }) {
      const [row] = await find({ key })
      const cost = microseconds(refillInterval(limit)) * calls
      const latest = microseconds(now) + limit.seconds * 1_000_000
      const isImpossible = row === undefined || row.full_at > latest + microseconds(clockToleranceMs)
      return isImpossible ? 0 : Math.max(0, Math.ceil((row.full_at + cost - latest) / 1000))
    },
    time: async () => db.engine.serverTime?.(),
    async forget(ms) {
      const now = microseconds(ms)
      await inBatches(db, () => forget({ now, impossible: now + LONGEST_WINDOW }))
    },
  }
}

/** No limit has a longer window, in microseconds. */
const LONGEST_WINDOW = 24 * 3_600_000_000

const forgetCalls = ({ query }: Database) =>
  prepareStep('rate_limits', ({ now, impossible }: { now: number; impossible: number }) =>
    query.deleteFrom('rate_limits').where('key', 'in', (eb) =>
      eb
        .selectFrom('rate_limits')
        .select('key')
        .where((one) => one.or([one('full_at', '<', now), one('full_at', '>', impossible)]))
        .limit(FORGET_AT_ONCE),
    ),
  )

/** Moves the moment at which the key is full again, unless that would be later than `latest`. Times are microseconds. */
const takeCalls = ({ query }: Database) =>
  prepareStep('rate_limits', ({ key, cost, now, full, latest, impossible }: Taking) => {
    const kept = sql.ref('rate_limits.full_at')
    const fullAt = sql<number>`case when ${kept} > ${now} and ${kept} <= ${impossible} then ${kept} else ${now} end + ${cost}`
    return query
      .insertInto('rate_limits')
      .values({ key, full_at: full })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ full_at: fullAt }).where(fullAt, '<=', sql<number>`${latest}`),
      )
  })

type Taking = { key: string; cost: number; now: number; full: number; latest: number; impossible: number }
