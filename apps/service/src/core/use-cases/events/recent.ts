import type { Core } from '../../core.ts'
import type { EventRecord } from '../../model/events/event.ts'
import { firstIdAt } from '../../model/events/ids.ts'

type RecentCore = Pick<Core, 'store' | 'now' | 'pause'>

const lookEveryMs = 1_000
/** How late an event can be committed after its time and still appear. */
export const latestMs = 10_000
/** The events of an application that are kept: what a busy one writes in that time. */
const mostKept = 10_000
const perPage = 1_000
/** Lets other calls run between pages: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/** The last events of an application, in the order in which they were found. */
export type RecentEvents = {
  /** Reads what was committed since the last look. Callers share a look that has begun. */
  look(): Promise<void>
  /** The same a second later, once for all who wait for it. */
  lookLater(): Promise<void>
  /** The place of the next event that is found. */
  end(): number
  /** Those from that place on; undefined if there were more than are kept. */
  listFrom(place: number): EventRecord[] | undefined
}

type SharedFeed = { recent: RecentEvents; followers: number; unused: AbortController }

const sharedByStore = new WeakMap<Core['store'], Map<string, SharedFeed>>()

/** The events that all who follow an application share: however many there are, it is read once a second. */
export function followRecentEvents(core: RecentCore, appId: string): { recent: RecentEvents; leave(): void } {
  const all = sharedByStore.get(core.store) ?? new Map<string, SharedFeed>()
  sharedByStore.set(core.store, all)
  const shared = all.get(appId) ?? share(core, appId)
  all.set(appId, shared)
  shared.followers++
  return {
    recent: shared.recent,
    leave() {
      shared.followers--
      if (shared.followers > 0) return
      all.delete(appId)
      shared.unused.abort()
    },
  }
}

function share(core: RecentCore, appId: string): SharedFeed {
  const unused = new AbortController()
  const kept = createKeptEvents()
  let looking: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const look = () => {
    looking ??= handled(
      readRecent(core, appId, kept).finally(() => {
        looking = undefined
      }),
    )
    return looking
  }
  const lookLater = () => {
    waiting ??= handled(
      core
        .pause(lookEveryMs, unused.signal)
        .then(() => (unused.signal.aborted ? undefined : look()))
        .finally(() => {
          waiting = undefined
        }),
    )
    return waiting
  }
  return { recent: { look, lookLater, end: kept.end, listFrom: kept.listFrom }, followers: 0, unused }
}

/** Those who wait get the error, if any are left. */
function handled(promise: Promise<void>): Promise<void> {
  promise.catch(() => {})
  return promise
}

type KeptEvents = ReturnType<typeof createKeptEvents>

function createKeptEvents() {
  /** By ID, in the order of their places. */
  const kept = new Map<string, { place: number; event: EventRecord }>()
  let [firstKept, end] = [0, 0]
  return {
    end: () => end,
    listFrom: (place: number) =>
      place < firstKept ? undefined : [...kept.values()].filter((one) => one.place >= place).map(({ event }) => event),
    has: (id: string) => kept.has(id),
    add(event: EventRecord) {
      kept.set(event.id, { place: end++, event })
    },
    /** Some events were never kept, so those who follow miss them. */
    skip() {
      firstKept = ++end
    },
    keepOnly(ids: ReadonlySet<string>) {
      for (const [id, { place }] of kept) {
        if (ids.has(id)) continue
        firstKept = Math.max(firstKept, place + 1)
        kept.delete(id)
      }
    },
  }
}

async function readRecent({ store, now, pause }: RecentCore, appId: string, kept: KeptEvents): Promise<void> {
  const ids = await store.events.listIds(appId, { from: firstIdAt(now() - latestMs), limit: mostKept })
  kept.keepOnly(new Set(ids))
  const missing = ids.filter((id) => !kept.has(id))
  if (missing.length === 0) return
  if (ids.length === mostKept) kept.skip()
  const wanted = new Set(missing)
  const found: EventRecord[] = []
  for (let before: string | undefined; ; await pause(breatherMs, new AbortController().signal)) {
    const page = await store.events.page(appId, { limit: perPage, before })
    found.push(...page.events.filter(({ id }) => wanted.has(id)))
    before = page.next
    if (before === undefined || before <= missing.at(-1)!) break
  }
  for (const event of found.reverse()) kept.add(event)
}
