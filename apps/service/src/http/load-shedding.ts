import type { Route } from '@thumbturn/contract'
import { limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { Core } from '../core/core.ts'
import { Overload } from '../core/errors.ts'
import { createPace } from './pace.ts'

/** How often turns of the event loop are measured, in milliseconds. */
export const turnMs = 20
/** A call takes at least two turns: one reads it, and another resumes it once the database has responded. */
const turnsPerCall = 2
/** With fewer calls in a turn, it is long for other reasons, such as a busy machine, and rejecting them doesn't help. */
const fewCalls = 64
/** With this many ceremonies in progress, no further one is admitted: they wait for signatures and writes. */
export const mostCeremonies = 512

/**
 * The most passwords and codes that are checked at a time: more would only wait for hashing, and delay others at the
 * database.
 */
export const mostGuesses = 32

type Call = Pick<Route, 'limit' | 'offline'>

/** Rejects calls while the service has more of them than it can respond to in time. */
export type LoadShedding = {
  /** To be called every `turnMs`. */
  endTurn(): void
  /** @throws Overload: the call would wait too long */
  admit(call: Call): void
  /** Runs an admitted call whose body has arrived. */
  run<T>(call: Call, handle: () => T | Promise<T>): T | Promise<T>
}

/**
 * A call is admitted if few others are in progress, and if it won't wait longer than `mostWaitMs` for the processor, the
 * database, and the ceremonies before it. Ceremonies that have started are rejected last, as the work on them would be lost, and everything that isn't a
 * ceremony first, such as passwords and reports.
 */
export function createLoadShedding(
  { store, monotonic }: Pick<Core, 'store' | 'monotonic'>,
  mostWaitMs: number,
): LoadShedding {
  let begun = monotonic()
  let previousMs = 0
  let calls = 0
  const inProgress = { ceremonies: 0, guesses: 0 }
  // One long turn can be a collection of garbage; the second in a row is a queue.
  const measureTurn = () => (calls < fewCalls ? 0 : Math.max(0, Math.min(previousMs, monotonic() - begun) - turnMs))
  const pace = createPace(monotonic)
  const measureWait = () =>
    Math.max(turnsPerCall * measureTurn(), store.load().waitMs, pace.estimateMs(inProgress.ceremonies))
  const measureLoad = () => Math.max(measureWait() / mostWaitMs, inProgress.ceremonies / mostCeremonies)
  return {
    endTurn() {
      const now = monotonic()
      previousMs = now - begun
      begun = now
      calls = 0
    },
    admit(call) {
      calls++
      const load = measureLoad()
      const isFull = call.limit === 'guess' && inProgress.guesses >= mostGuesses
      if (isFull || load > findPatience(call)) throw overloads[call.limit]
    },
    run(call, handle) {
      const counted = findCounted(call)
      if (counted === undefined) return handle()
      const begun = counted === 'ceremonies' ? pace.begin(inProgress.ceremonies) : undefined
      inProgress[counted]++
      return Promise.try(handle).finally(() => {
        if (begun) pace.end(begun)
        inProgress[counted]--
      })
    },
  }
}

// A stack trace for each rejected call would cost more than the rest of its rejection.
const overloads = Object.fromEntries(limitClasses.map((limit) => [limit, new Overload(limit)])) as Record<
  Route['limit'],
  Overload
>

const isCeremony = ({ limit }: Call) => limit === 'begin' || limit === 'complete'

const findCounted = (call: Call) => (isCeremony(call) ? 'ceremonies' : call.limit === 'guess' ? 'guesses' : undefined)

/** Of reports and passwords. */
const leastPatience = 0.5

/** How much more load than usual there can be before calls like it are rejected. */
function findPatience(call: Call): number {
  // Calls that need no database are cheap, and verifiers depend on the keys of applications.
  if (call.limit === 'complete' || call.offline) return 2
  return isCeremony(call) ? 1 : leastPatience
}
