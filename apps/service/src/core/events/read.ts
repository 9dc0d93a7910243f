import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import type { EventQuery, EventRecord } from './event.ts'

/** A page of an application's history, newest first; `next` is where the following page begins, if there is one. */
export async function readEvents(
  { store }: Core,
  { id }: Application,
  query: EventQuery,
): Promise<{ events: EventRecord[]; next: string | undefined }> {
  const found = await store.events.page(id, { ...query, limit: query.limit + 1 })
  const events = found.slice(0, query.limit)
  return { events, next: found.length > query.limit ? events.at(-1)?.id : undefined }
}
