import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from '../../core/errors.ts'
import type { ReplicaState } from '../../core/ports/store.ts'
import type { Engine } from './engine.ts'
import { explainPostgres } from './postgres-outages.ts'

/** How old what a replica shows can be, in milliseconds, by default. */
const MOST_LAG_MS = 5_000
/** How long a check can take, and how long its result is used, also if the replica didn't respond, in milliseconds. */
const CHECK_MS = 2_000
const KEPT_MS = 1_000
const UNREACHABLE_MS = 10_000

const position = { sql: 'select pg_current_wal_lsn()::text as position', values: [] }

/** The last change that the replica has applied: whether it is at least that one, and how long ago it was committed. */
const applied = (primary: string) => ({
  sql: `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
    (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "ageMs"`,
  values: [primary],
})

export type ReplicaEngine = {
  /** Reads from the replica while it is usable, and otherwise from the primary. Writes to the primary. */
  engine: Engine
  state(): Promise<ReplicaState>
}

type Servers = {
  primary: Engine
  replica: Engine
  /** Rejects if nothing can be read from the replica; called until it resolves. */
  inspect?(): Promise<unknown>
  mostLagMs?: number | undefined
  now?(): number
}

/** A replica is usable while it lacks at most what the primary committed in the last `mostLagMs`. */
export function readFromReplica({
  primary,
  replica,
  inspect = async () => {},
  mostLagMs = MOST_LAG_MS,
  now = () => performance.now(),
}: Servers): ReplicaEngine {
  let last: { until: number; state: Promise<ReplicaState> } | undefined

  let isInspected = false

  async function measure(): Promise<ReplicaState> {
    if (!isInspected) await inspect()
    isInspected = true
    const [row] = await primary.read(position)
    const [found] = await replica.read(applied(String(row?.position)))
    if (found?.hasAll === null) return { problem: 'DATABASE_REPLICA_URL does not lead to a standby' }
    if (found?.hasAll) return { lagMs: 0 }
    const lagMs = Math.max(0, Number(found?.ageMs ?? Number.POSITIVE_INFINITY))
    return lagMs <= mostLagMs ? { lagMs } : { lagMs, problem: 'it is too far behind the primary' }
  }

  async function check(): Promise<ReplicaState> {
    const inTime = new AbortController()
    const late = pause(CHECK_MS, { problem: 'it does not respond' }, { signal: inTime.signal })
    const measured = measure().catch((error: unknown) => ({ problem: describe(error) }))
    return Promise.race([measured, late.catch(() => measured)]).finally(() => inTime.abort())
  }

  function state() {
    if (last && now() < last.until) return last.state
    const checked = { until: Number.POSITIVE_INFINITY, state: check() }
    checked.state.then(
      ({ lagMs }) => {
        checked.until = now() + (lagMs === undefined ? UNREACHABLE_MS : KEPT_MS)
      },
      () => {},
    )
    last = checked
    return checked.state
  }

  return {
    state,
    engine: {
      ...primary,
      async read(statement) {
        if ((await state()).problem !== undefined) return primary.read(statement)
        // Also a mistake of ours: the primary reports it, unless the replica alone lacks something.
        return Promise.resolve(replica.read(statement)).catch(() => primary.read(statement))
      },
    },
  }
}

/** An outage tells its reason as its cause, since callers of the APIs don't get it. */
const describe = (error: unknown) =>
  explainPostgres(error)?.reason ?? ((isOutage(error) ? error.cause : error) as Error).message
