import type { Core } from '../../core.ts'
import type { EventQuery, EventRecord } from '../../model/events/event.ts'

type AllEvents = { appId: string; query: Omit<EventQuery, 'limit' | 'before'>; signal: AbortSignal }

const perPage = 1_000
/** Lets other calls run between pages: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/** All events that match, newest first, page by page, as fast as they are taken; ends early at the signal. */
export async function* readAllEvents(
  { store, pause }: Pick<Core, 'store' | 'pause'>,
  { appId, query, signal }: AllEvents,
): AsyncGenerator<readonly EventRecord[]> {
  for (let before: string | undefined; !signal.aborted; ) {
    const { events, next } = await store.events.page(appId, { ...query, limit: perPage, before })
    yield events
    if (next === undefined) return
    before = next
    await pause(breatherMs, signal)
  }
}
