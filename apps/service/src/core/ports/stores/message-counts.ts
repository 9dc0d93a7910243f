import type { EventRecord } from '../../model/events/event.ts'
import type { Counter } from '../../model/messages/counter.ts'

/** Where it is counted how much was sent, on all nodes together. */
export interface MessageCountStore {
  /** Raises every counter and appends the events, in one batch. False, and nothing is written, when one is at its most. */
  raise(
    appId: string,
    counters: readonly Counter[],
    written: { expiresAt: number; events: readonly EventRecord[] },
  ): Promise<boolean>
  /** 0 for one that has not been raised. */
  find(appId: string, id: string): Promise<number>
}
