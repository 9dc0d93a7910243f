import type { Event } from '../common/events/event.ts'

/** A part of the history, newest first. `next`: where older events begin; undefined at the end. */
export type EventPage = { events: readonly Event[]; next?: string | undefined }

/** How many events a page has before the user asks for more. */
export const pageSize = 100
/** One call searches a few thousand events; this many calls continue if few match. */
const mostCalls = 10

/**
 * The next page of a search. As one call searches only a few thousand events, it calls again until some are found, the
 * history ends, or it has called often; then `next` says how far it searched.
 */
export async function searchEvents(
  read: (before: string | undefined) => Promise<EventPage>,
  before: string | undefined,
): Promise<EventPage> {
  const events: Event[] = []
  let next = before
  for (let call = 0; call < mostCalls; call++) {
    const page = await read(next)
    events.push(...page.events)
    next = page.next
    if (next === undefined || events.length >= pageSize / 2) break
  }
  return { events, next }
}

/** Events of several lists, each once, newest first; at most `count`. */
export function mergeEvents(lists: readonly (readonly Event[])[], most = Number.POSITIVE_INFINITY): Event[] {
  const byId = new Map(lists.flat().map((event) => [event.uuid, event]))
  return [...byId.values()].sort((one, other) => (one.uuid < other.uuid ? 1 : -1)).slice(0, most)
}

/** The time in the ID of an event, in milliseconds since 1970. */
export const readIdTime = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)

/** Whether an address or name is a keyed hash, which stands for it in pseudonymized events. */
export const isPseudonym = (text: string): boolean => text.startsWith('~')
