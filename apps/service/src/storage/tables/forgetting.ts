import { type Database, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'

/** How many rows one statement forgets, so that no lock and no log entry grows without bound. */
export const FORGET_AT_ONCE = 1_000

/** How long it is remembered that somebody failed under a name that nobody has. */
const STRANGERS_KEPT_MS = 30 * 24 * 60 * 60_000

/** How long a retired signing key is still listed. */
const RETIRED_KEYS_KEPT_MS = 30 * 24 * 60 * 60_000

/** Tables whose rows are worth nothing after their `expires_at`. */
const ending = ['message_counts', 'outbox', 'refresh_families', 'access_codes'] as const

/** Deletes what ended before `now`, batch after batch; answers how many rows. */
export function expiredForgetting(db: Database) {
  const others = [forgetCodes(db), forgetFailures(db), forgetKeys(db)]
  const steps = [...ending.map((table) => forgetStep(db, table)), ...others]
  return async (now: number) => {
    let forgotten = 0
    for (const forgetSome of steps) forgotten += await inBatches(db, () => forgetSome({ now }))
    return forgotten
  }
}

/** Runs a step that deletes at most `FORGET_AT_ONCE` rows until it finds fewer, or has run `most` times; answers how many. */
export async function inBatches(db: Database, step: () => Step, most = Number.POSITIVE_INFINITY): Promise<number> {
  let forgotten = 0
  for (let run = 1; ; run++) {
    const [count = 0] = await db.counted([step()])
    forgotten += count
    if (count < FORGET_AT_ONCE || run >= most) return forgotten
  }
}

const forgetStep = ({ query }: Database, table: (typeof ending)[number]) =>
  prepareStep(table, ({ now }: { now: number }) => {
    // They have these columns in common, which the types of a union do not show.
    const one = table as 'outbox'
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

function forgetCodes({ query }: Database) {
  const key = ['app_id', 'account', 'purpose', 'method'] as const
  return prepareStep('codes', ({ now }: { now: number }) =>
    query.deleteFrom('codes').where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple(...key),
        'in',
        selectFrom('codes')
          .select(key)
          .where('expires_at', '<', now)
          .orderBy('expires_at')
          .limit(FORGET_AT_ONCE)
          .$asTuple(...key),
      ),
    ),
  )
}

/** Those of names that nobody has: an account's own count until a success, but anybody can make up names. */
function forgetFailures({ query }: Database) {
  const key = ['app_id', 'account', 'method'] as const
  const forget = prepareStep('failures', ({ before }: { before: number }) =>
    query.deleteFrom('failures').where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple(...key),
        'in',
        selectFrom('failures')
          .select(key)
          .where('user_id', 'is', null)
          .where('last_at', '<', before)
          .limit(FORGET_AT_ONCE)
          .$asTuple(...key),
      ),
    ),
  )
  return ({ now }: { now: number }) => forget({ before: now - STRANGERS_KEPT_MS })
}

/** Signing keys that were retired long ago; there are few of them. */
function forgetKeys({ query }: Database) {
  const forget = prepareStep('signing_keys', ({ before }: { before: number }) =>
    query.deleteFrom('signing_keys').where('retired_at', '<', before),
  )
  return ({ now }: { now: number }) => forget({ before: now - RETIRED_KEYS_KEPT_MS })
}
