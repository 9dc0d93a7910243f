import { sql } from 'kysely'
import { intervalOf, type LimitStore } from '../core/limits/limit.ts'
import { type Database, prepareRead, prepareStep } from './database.ts'

const microseconds = (ms: number) => Math.round(ms * 1000)

export function sqlRateLimits(db: Database): LimitStore {
  const take = takeCalls(db)
  const find = prepareRead(db, ({ key }: { key: string }) =>
    db.query.selectFrom('rate_limits').select('full_at').where('key', '=', key),
  )
  return {
    async take(key, limit, taking) {
      const interval = microseconds(intervalOf(limit))
      const now = microseconds(taking.now)
      const cost = interval * taking.calls
      const latest = now + limit.seconds * 1_000_000
      const [taken] = await db.counted([take({ key, cost, now, full: now + cost, latest })])
      if (taken === 1) return 0
      const [row] = await find({ key })
      // Gone since then: it was forgotten because all of its calls were there again.
      const wait = (row?.full_at ?? 0) + interval - latest
      return Math.max(1, Math.ceil(wait / 1000))
    },
  }
}

/** Moves the moment at which the key is full again, unless that would be later than `latest`. Times are microseconds. */
const takeCalls = ({ query }: Database) =>
  prepareStep('rate_limits', ({ key, cost, now, full, latest }: Taking) => {
    const fullAt = sql<number>`case when rate_limits.full_at > ${now} then rate_limits.full_at else ${now} end + ${cost}`
    return query
      .insertInto('rate_limits')
      .values({ key, full_at: full })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ full_at: fullAt }).where(fullAt, '<=', sql<number>`${latest}`),
      )
  })

type Taking = { key: string; cost: number; now: number; full: number; latest: number }
