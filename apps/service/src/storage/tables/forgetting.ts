import { setTimeout as pause } from 'node:timers/promises'
import { type Database, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'

/**
 * The maximum number of rows that one statement deletes, so that locks and log entries stay bounded. SQLite stops the
 * service during a statement, and each row is in pages of its own: a hundred take some milliseconds.
 */
export const FORGET_AT_ONCE = 100

const longestPauseMs = 50

/**
 * `atOnce`: the most rows that the step deletes in a run. `most`: how many times it runs. `leastPauseMs`: for rows whose deletion changes
 * pages in many places of the disk. `onBatch` is called after each run with the number of its rows. `isOver` ends the runs.
 */
type Pace = {
  atOnce?: number
  most?: number
  leastPauseMs?: number
  onBatch?(rows: number): void
  isOver?(): boolean
}

/** How long failures under unknown usernames are kept. */
const UNKNOWN_KEPT_MS = 30 * 24 * 60 * 60_000

/** How long a retired signing key is still listed. */
const RETIRED_KEYS_KEPT_MS = 30 * 24 * 60 * 60_000

const byId = ['app_id', 'id'] as const

/** Tables whose rows are useless after their `expires_at`, and their keys. */
const expiring = {
  message_counts: byId,
  outbox: byId,
  refresh_families: byId,
  browser_sessions: byId,
  device_decisions: ['app_id', 'code_hash'],
  access_codes: byId,
  codes: ['app_id', 'account', 'purpose', 'method'],
  invitations: ['id'],
  member_sessions: ['id'],
  dead_letters: ['app_id', 'connector_id', 'position'],
} as const

/** Deletes what expired before `now`, batch after batch; returns the number of rows. */
export function prepareExpiry(db: Database) {
  const tables = Object.keys(expiring) as (keyof typeof expiring)[]
  const steps = [...tables.map((table) => forgetExpired(db, table)), forgetFailures(db), forgetKeys(db)]
  return async (now: number) => {
    let forgotten = 0
    for (const forgetSome of steps) forgotten += await inBatches(db, () => forgetSome({ now }))
    return forgotten
  }
}

/**
 * Runs a step that deletes at most `atOnce` rows, by default `FORGET_AT_ONCE`, until it finds fewer; returns the number
 * of rows. Of several steps, the last one counts. After each run, it pauses for as long as the run took, but not for
 * long: calls get at least half of the processor and of the disk, and it continues under overload.
 */
export async function inBatches(
  db: Database,
  step: () => Step | readonly Step[],
  { atOnce = FORGET_AT_ONCE, most = Number.POSITIVE_INFINITY, leastPauseMs = 0, onBatch, isOver }: Pace = {},
): Promise<number> {
  let forgotten = 0
  for (let run = 1; ; run++) {
    const pauseAsLong = measureRun(leastPauseMs)
    const count = (await db.counted([step()].flat())).at(-1) ?? 0
    forgotten += count
    onBatch?.(count)
    if (count < atOnce || run >= most || isOver?.()) return forgotten
    await pauseAsLong()
  }
}

/** Begins a run. The returned function ends it with a pause of the same length, within limits. */
export function measureRun(leastPauseMs = 0): () => Promise<void> {
  const begun = performance.now()
  return () => pause(Math.min(Math.max(performance.now() - begun, leastPauseMs), longestPauseMs))
}

function forgetExpired({ query }: Database, table: keyof typeof expiring) {
  // They share this column and have these keys, but TypeScript can't tell for a union.
  const [one, key] = [table as 'codes', expiring[table] as readonly ['app_id', 'account', 'purpose', 'method']]
  return prepareStep(table, ({ now }: { now: number }) =>
    query.deleteFrom(one).where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple(...key),
        'in',
        selectFrom(one)
          .select(key)
          .where('expires_at', '<', now)
          .orderBy('expires_at')
          .limit(FORGET_AT_ONCE)
          .$asTuple(...key),
      ),
    ),
  )
}

/** Only those of unknown usernames, which an attacker can make up: an account's own failures count until a success. */
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
  return ({ now }: { now: number }) => forget({ before: now - UNKNOWN_KEPT_MS })
}

/** Signing keys that were retired long ago; an application has few. */
function forgetKeys({ query }: Database) {
  const forget = prepareStep('signing_keys', ({ before }: { before: number }) =>
    query.deleteFrom('signing_keys').where('retired_at', '<', before),
  )
  return ({ now }: { now: number }) => forget({ before: now - RETIRED_KEYS_KEPT_MS })
}
