import type { EventPage, EventQuery, EventRecord } from '../../model/events/event.ts'
import type { SpentSession } from '../../spent-session.ts'

/** Where events are read. They are written in the batch of what they tell about. */
export interface EventStore {
  append(event: EventRecord): Promise<void>
  /** Spends the session that the event tells about; false, and nothing is written, when it was spent before. */
  appendSpending(event: EventRecord, spending: SpentSession): Promise<boolean>
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
