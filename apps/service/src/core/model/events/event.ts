import type { EventType } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { Severity } from '@thumbturn/contract/vocabulary/events.ts'

export type { EventType } from '@thumbturn/contract/vocabulary/event-registry.ts'

/** An entry in an application's history; its severity is that of its type. Created by `createEvent`. */
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
  /** Where the call came from: an IP address, or its keyed hash if the application pseudonymizes events. */
  address?: string
  /** Also in the log lines of the call, and possibly in the caller's logs. */
  traceId?: string
  /** Microseconds from the start of the call to the event. */
  duration?: number
  /** The reason, in a few words. */
  reason?: string
  /** Facts about the event, as the registry describes them; never secrets. */
  detail?: Readonly<Record<string, string | number | boolean>>
}

/** The part of an event that the counts of its application depend on. */
export type CountedEvent = Pick<EventRecord, 'id' | 'at' | 'type' | 'userId' | 'reason' | 'detail'>

export type EventPage = { events: EventRecord[]; next: string | undefined }

/** A filter for events; absent fields exclude none. */
export type EventFilters = {
  /** The start of the type, in its current spelling or the earlier one. */
  type?: string | undefined
  /** This severity or higher. */
  severity?: Severity | undefined
  userId?: string | undefined
  passkeyId?: string | undefined
  deviceId?: string | undefined
  address?: string | undefined
  traceId?: string | undefined
  /** The start of the reason. */
  reason?: string | undefined
  /** A fact of the detail, as text; the empty text for events without it. */
  detail?: { name: string; value: string } | undefined
}

/** The events to read. Times are milliseconds since 1970. */
export type EventQuery = EventFilters & {
  limit: number
  /** Only events older than the one with this ID. */
  before?: string | undefined
  /** From this time on. */
  since?: number | undefined
  /** Before this time. */
  until?: number | undefined
}
