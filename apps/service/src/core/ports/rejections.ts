import type { EventRecord } from '../model/events/event.ts'

/** Events of rejected ceremonies that are still to be written, in the memory of this process. */
export type Rejections = {
  /** Keeps an event, unless its application has had `most` of them in that minute. */
  add(event: EventRecord, limit: { minute: number; most: number }): void
  /** Returns the kept events and starts again. */
  take(): readonly EventRecord[]
}
