import type { Core } from '../../core.ts'
import type { EventQuery, EventRecord } from './event.ts'
import { readIdTime } from './ids.ts'

type Tail = {
  appId: string
  query: Omit<EventQuery, 'limit' | 'before' | 'since' | 'until'>
  /** The last event that the caller has; only newer ones than now if undefined. */
  after?: string | undefined
  signal: AbortSignal
}

/** What happened since the last look. `skipped`: there was more than one look takes. */
export type TailStep = { events: readonly EventRecord[]; skipped: boolean }

const lookEveryMs = 1_000
const mostPerLook = 1_000
/** How late an event can be committed after its time and still appear. */
const latestMs = 10_000
/** How far back a caller can resume. */
const longestGapMs = 5 * 60_000
/** After that the stream ends. The caller resumes it with a new call, which checks their access again. */
const longestStreamMs = 5 * 60_000

/** New events of an application as they are committed, oldest first, looked for once a second until the signal. */
export async function* tailEvents(core: Core, { appId, query, after, signal }: Tail): AsyncGenerator<TailStep> {
  const { store, now, monotonic, pause } = core
  const seen = new Set<string>()
  const startedAt = monotonic()
  const resumedAt = after === undefined ? now() : Math.max(readIdTime(after), now() - longestGapMs)
  let since = resumedAt - latestMs
  for (let look = 0; !signal.aborted && monotonic() - startedAt < longestStreamMs; look++) {
    const lookedAt = now()
    const { events, next } = await store.events.page(appId, { ...query, since, limit: mostPerLook })
    const unseen = events.filter(({ id }) => !seen.has(id)).reverse()
    const isKnown = ({ id }: EventRecord) => look === 0 && (after === undefined || id <= after)
    const skipped = look > 0 && next !== undefined && unseen.length === mostPerLook
    yield { events: unseen.filter((event) => !isKnown(event)), skipped }
    // Only what a later look can find again must be remembered.
    seen.clear()
    for (const { id } of events) seen.add(id)
    since = lookedAt - latestMs
    await pause(lookEveryMs, signal)
  }
}
