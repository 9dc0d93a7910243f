import type { Core } from '../../core.ts'
import type { EventFilters, EventRecord } from '../../model/events/event.ts'
import { firstIdAt, readIdTime } from '../../model/events/ids.ts'
import { matchesFilters } from '../../model/events/matches-filters.ts'
import { followRecentEvents, latestMs, type RecentEvents } from './recent.ts'

type Tail = {
  appId: string
  query: EventFilters
  /** The last event that the caller has; only newer ones than now if undefined. */
  after?: string | undefined
  signal: AbortSignal
}

/**
 * The events since the last look, oldest first. `skipped`: events were left out, because there were more than a look takes,
 * or the caller comes back too late. `reached`: the ID after which a caller who has all this can resume.
 */
export type TailStep = { events: readonly EventRecord[]; skipped: boolean; reached: string }

const mostPerLook = 1_000
/** How far back a caller can resume. */
const longestGapMs = 5 * 60_000
/** After that the stream ends. The caller resumes it with a new call, which checks their access again. */
const longestStreamMs = 5 * 60_000
/** Lets other calls run between pages: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/**
 * New events of an application as they are committed, looked for once a second until the signal. The next step waits until
 * the caller has taken the last one, so a caller who doesn't keep up costs no memory: they miss events instead.
 */
export async function* tailEvents(core: Core, tail: Tail): AsyncGenerator<TailStep> {
  const { recent, leave } = followRecentEvents(core, tail.appId)
  try {
    yield* follow(core, tail, recent)
  } finally {
    leave()
  }
}

async function* follow(core: Core, tail: Tail, recent: RecentEvents): AsyncGenerator<TailStep> {
  const { now, monotonic } = core
  const { after, query, signal } = tail
  const startedAt = monotonic()
  let lookedAt = now()
  let reached = after ?? firstIdAt(lookedAt)
  await recent.look()
  let place = recent.end()
  let found: TailEvents = after === undefined ? { events: [], isComplete: true } : await resume(core, tail, after)
  // The events that a later look can find again.
  const sent = new Set<string>()
  for (;;) {
    for (const id of [firstIdAt(lookedAt), found.events.at(-1)?.id ?? '']) if (id > reached) reached = id
    yield { events: found.events, skipped: !found.isComplete, reached }
    for (const { id } of found.events) sent.add(id)
    await waitFor(recent.lookLater(), signal)
    if (signal.aborted || monotonic() - startedAt >= longestStreamMs) return
    const since = lookedAt - latestMs
    lookedAt = now()
    const events = recent.listFrom(place)
    place = recent.end()
    // A caller who doesn't keep up misses what is no longer kept.
    const unseen = events ? { events, isComplete: true } : await lookBack(core, tail, { since, reached })
    found = selectNewest(unseen, (event) => matchesFilters(event, query) && !sent.has(event.id))
    for (const id of sent) if (id < firstIdAt(lookedAt - latestMs)) sent.delete(id)
  }
}

/** Oldest first; `isComplete`: there were no others. */
type TailEvents = { events: readonly EventRecord[]; isComplete: boolean }

function selectNewest({ events, isComplete }: TailEvents, isWanted: (event: EventRecord) => boolean): TailEvents {
  const wanted = events.filter(isWanted)
  return { events: wanted.slice(-mostPerLook), isComplete: isComplete && wanted.length <= mostPerLook }
}

/** Waits for the promise or the signal; rejects as the promise does. */
async function waitFor(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<unknown>()
  signal.addEventListener('abort', resolve)
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', resolve))
}

/** The events since the caller left. */
async function resume(core: Core, tail: Tail, after: string): Promise<TailEvents> {
  const resumedAt = Math.max(readIdTime(after), core.now() - longestGapMs)
  const found = await lookBack(core, tail, { since: resumedAt - latestMs, reached: after })
  const isLate = readIdTime(after) < resumedAt
  return { events: found.events.filter(({ id }) => id > after), isComplete: found.isComplete && !isLate }
}

/**
 * The newest events that match. With many filters, a page can end long before it is full, so it takes several to get back to what
 * the last look reached.
 */
async function lookBack(
  { store, pause }: Core,
  { appId, query, signal }: Tail,
  { since, reached }: { since: number; reached: string },
): Promise<TailEvents> {
  const events: EventRecord[] = []
  for (let before: string | undefined; events.length < mostPerLook; await pause(breatherMs, signal)) {
    const page = await store.events.page(appId, { ...query, since, before, limit: mostPerLook - events.length })
    events.push(...page.events)
    before = page.next
    if (before === undefined || before <= reached || signal.aborted)
      return { events: events.reverse(), isComplete: true }
  }
  return { events: events.reverse(), isComplete: false }
}
