import type { Spending } from '../passkeys/passkey.ts'
import type { EventType, Severity } from './registry.ts'

export type { EventType } from './registry.ts'

/** One line of an application's history; its severity is that of its type. Made by `eventOf`. */
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

/** Where events are read. They are written in the batch of what they tell about. */
export interface EventStore {
  append(event: EventRecord): Promise<void>
  /** Spends the session that the event tells about; false, and nothing is written, when it was spent before. */
  appendSpending(event: EventRecord, spending: Spending): Promise<boolean>
  /** Newest first. */
  list(appId: string, limit: number): Promise<EventRecord[]>
  /**
   * Newest first, those that fit. It looks through a bounded number of events only, so that a rare one cannot hold up
   * everybody else: `next` is where looking went no further (the `before` of the following page), also where fewer were found.
   */
  page(appId: string, query: EventQuery): Promise<EventPage>
  /** Deletes events from before that time (milliseconds), the oldest first and a bounded number; answers how many. */
  forgetBefore(appId: string, before: number): Promise<number>
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
