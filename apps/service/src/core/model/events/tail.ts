import type { Core } from '../../core.ts'
import type { EventQuery, EventRecord } from './event.ts'
import { firstIdAt, readIdTime } from './ids.ts'

type Tail = {
  appId: string
  query: Omit<EventQuery, 'limit' | 'before' | 'since' | 'until'>
  /** The last event that the caller has; only newer ones than now if undefined. */
  after?: string | undefined
  signal: AbortSignal
}

/**
 * What happened since the last look, oldest first. `skipped`: events were left out, because there were more than a look takes,
 * or the caller comes back too late. `reached`: the ID after which a caller who has all this can resume.
 */
export type TailStep = { events: readonly EventRecord[]; skipped: boolean; reached: string }

const lookEveryMs = 1_000
const mostPerLook = 1_000
/** How late an event can be committed after its time and still appear. */
const latestMs = 10_000
/** How far back a caller can resume. */
const longestGapMs = 5 * 60_000
/** After that the stream ends. The caller resumes it with a new call, which checks their access again. */
const longestStreamMs = 5 * 60_000
/** Lets other calls run between pages: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/**
 * New events of an application as they are committed, looked for once a second until the signal. The next look waits until
 * the caller has taken the last one, so a caller who doesn't keep up costs no memory: they miss events instead.
 */
export async function* tailEvents(core: Core, tail: Tail): AsyncGenerator<TailStep> {
  const { now, monotonic, pause } = core
  const { after = firstIdAt(now()), signal } = tail
  const seen = new Set<string>()
  const startedAt = monotonic()
  const resumedAt = Math.max(readIdTime(after), now() - longestGapMs)
  let reached = after
  let since = resumedAt - latestMs
  let isLate = readIdTime(after) < resumedAt
  for (let look = 0; !signal.aborted && monotonic() - startedAt < longestStreamMs; look++) {
    const lookedAt = now()
    const { events, isComplete } = await lookBack(core, tail, { since, reached })
    const isKnown = ({ id }: EventRecord) => (look === 0 ? tail.after === undefined || id <= after : seen.has(id))
    const unseen = events.filter((event) => !isKnown(event)).reverse()
    for (const id of [firstIdAt(lookedAt), events[0]?.id ?? '']) if (id > reached) reached = id
    yield { events: unseen, skipped: isLate || !isComplete, reached }
    // Only what a later look can find again must be remembered.
    seen.clear()
    for (const { id } of events) seen.add(id)
    since = lookedAt - latestMs
    isLate = false
    await pause(lookEveryMs, signal)
  }
}

/**
 * The newest events, newest first. With many filters, a page can end long before it is full, so it takes several to get back
 * to what the last look reached. `isComplete`: they got there.
 */
async function lookBack(
  { store, pause }: Core,
  { appId, query, signal }: Tail,
  { since, reached }: { since: number; reached: string },
): Promise<{ events: readonly EventRecord[]; isComplete: boolean }> {
  const events: EventRecord[] = []
  for (let before: string | undefined; events.length < mostPerLook; await pause(breatherMs, signal)) {
    const page = await store.events.page(appId, { ...query, since, before, limit: mostPerLook - events.length })
    events.push(...page.events)
    before = page.next
    if (before === undefined || before <= reached || signal.aborted) return { events, isComplete: true }
  }
  return { events, isComplete: false }
}
