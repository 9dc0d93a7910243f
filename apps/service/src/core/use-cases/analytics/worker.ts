import type { Core } from '../../core.ts'
import { createDayCounts, type DayCounts } from '../../model/analytics/day-counts.ts'
import { dayMs, type RollUpCursor, type UncountedPage } from '../../model/analytics/roll-up.ts'
import type { CountedEvent } from '../../model/events/event.ts'
import { firstIdAt } from '../../model/events/ids.ts'
import type { Write } from '../../writes.ts'
import { indexEarlierUsers, listSearchWrites } from '../users/search-index.ts'

type RollUpCore = Pick<Core, 'store' | 'applications' | 'now' | 'monotonic' | 'pause'>

/** Counts events in the background. */
export type RollUpWorker = {
  /** One round through all applications; returns how many events it counted. The signal ends it after a batch. */
  run(signal?: AbortSignal): Promise<number>
  /** A shorter round through the applications with connectors: only what is new. */
  feed(signal?: AbortSignal): Promise<number>
}

/** How far the cursor stays behind the clock: nearly all events are committed within this time of their ID's. */
const settledAfterMs = 15_000
/** How often, in rounds, and how far a worker looks back: the clock of another node can be minutes behind. */
const lookBack = { everyRounds: 12, ms: 5 * 60_000 }
/** How many batches a round writes for one application, so that all have their turn: of new events, of the second pass, and of earlier users. */
const mostBatches = { new: 200, sweep: 4, users: 100 }

/** Where a worker is in one application. */
type Progress = { rounds: number; sweep: string; isIndexed: boolean }

/**
 * Counts each event exactly once, in whatever order events are committed and however many workers run: the batch that adds
 * events to the counts also inserts them into the index by user, which takes each of them once, and it requires the version
 * of the counts that it was computed from. The cursor only saves time. A slow second pass over the whole history finds
 * events that were committed long after their IDs were created, or while a clock was set back.
 */
export function createRollUpWorker(core: RollUpCore): RollUpWorker {
  const progress = new Map<string, Progress>()
  return {
    async run(signal = neverAborted) {
      let counted = 0
      await core.applications.ready()
      for (const { id } of core.applications.all()) {
        if (signal.aborted) break
        const { rounds, sweep, isIndexed } = progress.get(id) ?? createProgress(core)
        const counter = await openCounter(core, id)
        counted += await countNew(core, counter, { rounds, signal })
        const swept = await countBatches(core, counter, {
          after: sweep,
          most: mostBatches.sweep,
          signal,
          findReached: () => '',
        })
        counted += swept.counted
        const indexed = isIndexed || (await indexUsers(core, id, signal))
        progress.set(id, { rounds: rounds + 1, sweep: swept.next ?? '', isIndexed: indexed })
      }
      return counted
    },
    async feed(signal = neverAborted) {
      let counted = 0
      for (const id of await core.store.connectors.listApplications()) {
        if (signal.aborted) break
        // Not a round that looks back.
        counted += await countNew(core, await openCounter(core, id), { rounds: 1, signal })
      }
      return counted
    },
  }
}

const createProgress = ({ now }: RollUpCore): Progress => ({
  rounds: 0,
  sweep: firstIdAt(now() - dayMs),
  isIndexed: false,
})

/** Adds users from before the index, up to a limit; returns whether all are in it. */
async function indexUsers(core: RollUpCore, appId: string, signal: AbortSignal): Promise<boolean> {
  for (let batch = 0; batch < mostBatches.users && !signal.aborted; batch++) {
    const startedAt = core.monotonic()
    if (await indexEarlierUsers(core, appId)) return true
    await core.pause(Math.max(1, core.monotonic() - startedAt), signal)
  }
  return false
}

const neverAborted = new AbortController().signal

/** Counts what is new in one application, up to a limit. */
async function countNew(
  core: RollUpCore,
  counter: Counter,
  { rounds, signal }: { rounds: number; signal: AbortSignal },
) {
  const { counted } = await countBatches(core, counter, {
    after: findStart(core, counter.position(), rounds),
    most: mostBatches.new,
    signal,
    findReached: (page) => findReached(core, page),
  })
  return counted
}

/** Behind the cursor, or earlier to look back. */
function findStart({ now }: RollUpCore, position: string, rounds: number): string {
  const earlier = firstIdAt(now() - lookBack.ms)
  return rounds % lookBack.everyRounds === 0 && earlier < position ? earlier : position
}

/** How far the cursor can move after this page. */
function findReached({ now }: RollUpCore, { events, end = events.at(-1)?.id ?? '' }: UncountedPage): string {
  const settled = firstIdAt(now() - settledAfterMs)
  return end < settled ? end : settled
}

type Pass = { after: string; most: number; signal: AbortSignal; findReached(page: UncountedPage): string }

/** Counts from an ID on. `next`: where to continue; undefined at the end of the history. */
async function countBatches(
  { store, monotonic, pause }: RollUpCore,
  counter: Counter,
  { after, most, signal, findReached }: Pass,
): Promise<{ counted: number; next: string | undefined }> {
  let counted = 0
  let next = after
  for (let batch = 0; batch < most && !signal.aborted; batch++) {
    const startedAt = monotonic()
    const page = await store.rollUps.listUncounted(counter.appId, next)
    // After a conflict, another worker is at it.
    if (!(await counter.count({ ...page, reached: findReached(page) }))) break
    counted += page.events.length
    if (page.end === undefined) return { counted, next: undefined }
    next = page.end
    // Calls have their turn: a batch blocks the event loop for a millisecond or two.
    await pause(Math.max(1, monotonic() - startedAt), signal)
  }
  return { counted, next }
}

type Page = { events: readonly CountedEvent[]; reached: string }

/** Adds the events of one application to its counts. */
type Counter = {
  appId: string
  /** Where the cursor is. */
  position(): string
  /** Adds events, and moves the cursor; false if another batch came first: then nothing was written, and the counter is of no more use. */
  count(page: Page): Promise<boolean>
}

/** Reads each count once: every batch requires that no other has come since, so what was read or written last is still there. */
async function openCounter({ store }: RollUpCore, appId: string): Promise<Counter> {
  let cursor: RollUpCursor = (await store.rollUps.findCursor(appId)) ?? { appId, position: '', version: 0, feedEnd: 0 }
  const days = new Map<number, DayCounts>()

  async function readDay(day: number): Promise<DayCounts> {
    const counts = createDayCounts(appId, day, await store.rollUps.listDay(appId, day))
    days.set(day, counts)
    return counts
  }

  async function addToCounts(events: readonly CountedEvent[]) {
    for (const event of events) {
      const day = Math.floor(event.at / dayMs)
      const counts = days.get(day) ?? (await readDay(day))
      counts.add(event)
    }
    return [...days.values()].flatMap((counts) => counts.takeChanged())
  }

  return {
    appId,
    position: () => cursor.position,
    async count({ events, reached }) {
      const position = reached > cursor.position ? reached : cursor.position
      if (events.length === 0 && position === cursor.position) return true
      const eventIds = (await store.connectors.hasAny(appId)) ? events.map(({ id }) => id) : []
      const feedEnd = cursor.feedEnd + eventIds.length
      const conflict = await store.commit([
        { advanceRollUp: { ...cursor, position, feedEnd } },
        { indexEvents: { appId, events } },
        ...feed(appId, cursor.feedEnd, eventIds),
        { putRollUps: await addToCounts(events) },
        ...(await listSearchWrites({ store }, appId, events)),
      ])
      // With the version before another worker's batch, every later batch conflicts, too.
      if (conflict !== undefined) return false
      cursor = { appId, position, version: cursor.version + 1, feedEnd }
      return true
    },
  }
}

/** Connectors find events by their positions in the feed. */
const feed = (appId: string, after: number, eventIds: readonly string[]): Write[] =>
  eventIds.length === 0 ? [] : [{ feedEvents: { appId, after, eventIds } }]
