import type { EventType, Severity } from './registry.ts'

export type { EventType } from './registry.ts'

/** One line of an application's history; its severity is that of its type. Made by `createEvent`. */
export type EventRecord = {
  /** A UUID that sorts by time (version 7). */
  id: string
  appId: string
  type: EventType
  /** Milliseconds since 1970. */
  at: number
  userId?: string
  passkeyId?: string
  deviceId?: string
  /** Where the call came from: an IP address, or its keyed hash where the application pseudonymises. */
  address?: string
  /** What the log lines of the same call carry, and perhaps those of whoever called. */
  traceId?: string
  /** Microseconds from the beginning of the call to the event. */
  duration?: number
  /** Why, in a few words. */
  reason?: string
  /** Small facts about the event, as the registry describes them; never secrets. */
  detail?: Readonly<Record<string, string | number | boolean>>
}
export type EventPage = { events: EventRecord[]; next: string | undefined }

/** Which events are asked for; what is absent excludes none. Times are milliseconds since 1970. */
export type EventQuery = {
  limit: number
  /** Only events older than the one with this id. */
  before?: string
  /** The beginning of the type, in today's spelling or the earlier one. */
  type?: string
  userId?: string
  /** From then on. */
  since?: number
  /** Before then. */
  until?: number
  /** This severity or a higher one. */
  severity?: Severity
}
