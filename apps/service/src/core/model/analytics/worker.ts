import type { Core } from '../../core.ts'
import type { Write } from '../../writes.ts'
import type { EventRecord } from '../events/event.ts'
import { firstIdAt } from '../events/ids.ts'
import { createDayCounts } from './day-counts.ts'
import { dayMs, type RollUp, type UncountedPage } from './roll-up.ts'

type RollUpCore = Pick<Core, 'store' | 'applications' | 'now'>

/** Counts events in the background. */
export type RollUpWorker = {
  /** One round through all applications; returns how many events it counted. The signal ends it after a batch. */
  run(signal?: AbortSignal): Promise<number>
  /** A shorter round through the applications with connectors: only what is new. */
  feed(signal?: AbortSignal): Promise<number>
}

/** How far the cursor stays behind the clock: nearly all events are committed within this time of their ID's. */
const settledAfterMs = 15_000
/** Every so many rounds, a worker looks back so far: the clock of another node can be minutes behind. */
const lookBack = { everyRounds: 12, ms: 5 * 60_000 }
/** How many batches one round counts in one application, so that all have their turn. */
const mostBatches = 20

/** Where a worker is in one application. */
type Progress = { rounds: number; sweep: string }

/**
 * Counts each event exactly once, in whatever order events are committed and however many workers run: the batch that adds
 * events to the counts also inserts them into the index by user, which takes each of them once, and it requires the version
 * of the counts that it was computed from. The cursor only saves time. A slow second pass over the whole history finds
 * events that were committed long after their IDs were created, or while a clock was set back.
 */
export function createRollUpWorker(core: RollUpCore): RollUpWorker {
  const progress = new Map<string, Progress>()
  return {
    async run(signal) {
      let counted = 0
      for (const { id } of await core.applications.all()) {
        if (signal?.aborted) break
        const { rounds, sweep } = progress.get(id) ?? { rounds: 0, sweep: firstIdAt(core.now() - dayMs) }
        counted += await countNew(core, id, { rounds, signal })
        const swept = await sweepOnce(core, id, sweep)
        counted += swept.counted
        progress.set(id, { rounds: rounds + 1, sweep: swept.next })
      }
      return counted
    },
    async feed(signal) {
      let counted = 0
      for (const id of await core.store.connectors.listApplications()) {
        if (signal?.aborted) break
        // Not a round that looks back.
        counted += await countNew(core, id, { rounds: 1, signal })
      }
      return counted
    },
  }
}

/** Counts what is new in one application, up to a limit. */
async function countNew(
  core: RollUpCore,
  appId: string,
  { rounds, signal }: { rounds: number; signal: AbortSignal | undefined },
): Promise<number> {
  let counted = 0
  let after = await findStart(core, appId, rounds)
  for (let batch = 0; batch < mostBatches && !signal?.aborted; batch++) {
    const page = await core.store.rollUps.listUncounted(appId, after)
    // After a conflict, another worker is at it.
    if (!(await countPage(core, appId, { ...page, reached: findReached(core, page) }))) break
    counted += page.events.length
    if (page.end === undefined) break
    after = page.end
  }
  return counted
}

/** Behind the cursor, or earlier to look back. */
async function findStart({ store, now }: RollUpCore, appId: string, rounds: number): Promise<string> {
  const position = (await store.rollUps.findCursor(appId))?.position ?? ''
  const earlier = firstIdAt(now() - lookBack.ms)
  return rounds % lookBack.everyRounds === 0 && earlier < position ? earlier : position
}

/** How far the cursor can move after this page. */
function findReached({ now }: RollUpCore, { events, end = events.at(-1)?.id ?? '' }: UncountedPage): string {
  const settled = firstIdAt(now() - settledAfterMs)
  return end < settled ? end : settled
}

/** One step of the second pass, which starts again where the history ends. */
async function sweepOnce(core: RollUpCore, appId: string, after: string) {
  const page = await core.store.rollUps.listUncounted(appId, after)
  const isEmpty = page.events.length === 0
  if (!isEmpty && !(await countPage(core, appId, { ...page, reached: '' }))) return { counted: 0, next: after }
  return { counted: page.events.length, next: page.end ?? '' }
}

type Page = { events: readonly EventRecord[]; reached: string }

/** Adds events to the counts, and moves the cursor; false if another batch came first, and nothing was written. */
async function countPage({ store }: RollUpCore, appId: string, { events, reached }: Page): Promise<boolean> {
  const cursor = (await store.rollUps.findCursor(appId)) ?? { appId, position: '', version: 0, feedEnd: 0 }
  const position = reached > cursor.position ? reached : cursor.position
  if (events.length === 0 && position === cursor.position) return true
  const eventIds = (await store.connectors.hasAny(appId)) ? events.map(({ id }) => id) : []
  const conflict = await store.commit([
    { advanceRollUp: { ...cursor, position, feedEnd: cursor.feedEnd + eventIds.length } },
    { indexEvents: { appId, events } },
    ...feed(appId, cursor.feedEnd, eventIds),
    { putRollUps: await addToCounts(store, appId, events) },
  ])
  return conflict === undefined
}

/** Connectors find events by their positions in the feed. */
const feed = (appId: string, after: number, eventIds: readonly string[]): Write[] =>
  eventIds.length === 0 ? [] : [{ feedEvents: { appId, after, eventIds } }]

/** The counts with these events added, of those that change. */
async function addToCounts({ rollUps }: Core['store'], appId: string, events: readonly EventRecord[]) {
  const changed: RollUp[] = []
  for (const [day, ofDay] of Map.groupBy(events, ({ at }) => Math.floor(at / dayMs))) {
    const counts = createDayCounts(appId, day, await rollUps.listDay(appId, day))
    for (const event of ofDay) counts.add(event)
    changed.push(...counts.listChanged())
  }
  return changed
}
