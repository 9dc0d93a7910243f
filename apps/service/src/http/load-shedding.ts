import type { Route } from '@thumbturn/contract'
import { limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { Core } from '../core/core.ts'
import { Overload } from '../core/errors.ts'
import { createSignInQueue } from './sign-in-queue.ts'

/** How often turns of the event loop are measured, in milliseconds. */
export const turnMs = 20
/** A call takes at least two turns: one reads it, and another resumes it once the database has responded. */
const turnsPerCall = 2
/** With fewer calls in a turn, it is long for other reasons, such as a busy machine, and rejecting them doesn't help. */
const fewCalls = 64
/** While this many sign-ins complete, none may begin: they wait for signatures and writes. */
export const mostCompleting = 512

/**
 * The most passwords and codes that are checked at a time: more would only wait for hashing, and delay others at the
 * database.
 */
export const mostGuesses = 32

/** The most calls that wait for a person at a time. Each reads the database once a second. */
export const mostWaiting = 512

type Call = Pick<Route, 'limit' | 'offline' | 'waits'>

/** Rejects calls while the service has more of them than it can respond to in time. */
export type LoadShedding = {
  /** @throws Overload: the call would wait too long */
  admit(call: Call): void
  /** Runs an admitted call whose body has arrived. */
  run<T>(call: Call, handle: () => T | Promise<T>): T | Promise<T>
}

/** Calls a function every `ms` milliseconds, until the function that it returns is called. */
type Repeat = (run: () => void, ms: number) => () => void

const repeatByTimer: Repeat = (run, ms) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/**
 * A call is admitted if few others are in progress, and if it won't wait longer than `mostWaitMs` for the processor, the
 * database, and the sign-ins before it. Ceremonies that have started are rejected last, as the work on them would be lost, and
 * everything that isn't a ceremony first, such as passwords and reports.
 */
export function createLoadShedding(
  { store, monotonic }: Pick<Core, 'store' | 'monotonic'>,
  mostWaitMs: number,
  repeat = repeatByTimer,
): LoadShedding {
  const queue = createSignInQueue(monotonic)
  const turns = createTurns({ monotonic, repeat, onEnd: queue.forget })
  const places = { guesses: createPlaces(mostGuesses), waits: createPlaces(mostWaiting) }
  const findPlaces = ({ limit, waits }: Call) => (waits ? places.waits : limit === 'guess' ? places.guesses : undefined)
  const measureWait = () => Math.max(turnsPerCall * turns.delayMs(), store.load().waitMs, queue.estimateMs())
  const measureLoad = () => Math.max(measureWait() / mostWaitMs, queue.completing() / mostCompleting)
  return {
    admit(call) {
      turns.count()
      if (findPlaces(call)?.areTaken() || measureLoad() > findPatience(call)) throw overloads[call.limit]
    },
    run(call, handle) {
      const { limit } = call
      // Only here: starts that a limit rejects must not make others wait.
      if (limit === 'begin') queue.expect()
      if (limit === 'complete') return Promise.try(handle).finally(queue.enter())
      const own = findPlaces(call)
      return own ? Promise.try(handle).finally(own.take()) : handle()
    },
  }
}

/** Counts the calls of a kind that are in progress, up to a limit. `take` returns the function that frees the place. */
function createPlaces(most: number) {
  let taken = 0
  return {
    areTaken: () => taken >= most,
    take() {
      taken++
      return () => {
        taken--
      }
    },
  }
}

/** The turns of the event loop, which are measured only while there are calls: an idle service does nothing. */
function createTurns({ monotonic, repeat, onEnd }: { monotonic(): number; repeat: Repeat; onEnd(): void }) {
  let begun = monotonic()
  let previousMs = 0
  let calls = 0
  let stop: (() => void) | undefined
  const end = () => {
    const now = monotonic()
    previousMs = now - begun
    begun = now
    if (calls === 0) {
      stop?.()
      stop = undefined
    }
    calls = 0
    onEnd()
  }
  return {
    /** Counts a call of this turn. */
    count() {
      if (stop === undefined) {
        begun = monotonic()
        previousMs = 0
        stop = repeat(end, turnMs)
      }
      calls++
    },
    /** How much longer than planned a turn is. One long turn can be a collection of garbage; the second in a row is a queue. */
    delayMs: () => (calls < fewCalls ? 0 : Math.max(0, Math.min(previousMs, monotonic() - begun) - turnMs)),
  }
}

// A stack trace for each rejected call would cost more than the rest of its rejection.
const overloads = Object.fromEntries(limitClasses.map((limit) => [limit, new Overload(limit)])) as Record<
  Route['limit'],
  Overload
>

const isCeremony = ({ limit }: Call) => limit === 'begin' || limit === 'complete'

/** Of reports and passwords. */
const leastPatience = 0.5

/** How much more load than usual there can be before calls like it are rejected. */
function findPatience(call: Call): number {
  // Calls that need no database are cheap, and verifiers depend on the keys of applications.
  if (call.limit === 'complete' || call.offline) return 2
  return isCeremony(call) ? 1 : leastPatience
}
