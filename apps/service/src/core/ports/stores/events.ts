import type { EventPage, EventQuery, EventRecord } from '../../model/events/event.ts'

/** Reads events, and deletes old ones. They are written in the batch of what they report. */
export interface EventStore {
  /** Newest first. */
  list(appId: string, limit: number): Promise<EventRecord[]>
  /**
   * Newest first, those that match. It looks through a bounded number of events only, so that a rare one can't delay other
   * calls: `next` is where it stopped (the `before` of the following page), also where fewer were found.
   */
  page(appId: string, query: EventQuery): Promise<EventPage>
  /** The IDs from that one on, newest first, up to a limit. */
  listIds(appId: string, query: { from: string; limit: number }): Promise<string[]>
  /**
   * Deletes events from before that time (milliseconds), the oldest first and a bounded number; returns how many. Those
   * whose ID isn't less than `position` stay.
   */
  forgetBefore(appId: string, before: number, position?: string): Promise<number>
}
