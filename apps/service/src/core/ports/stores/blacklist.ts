import type { BlacklistItem } from '../../model/aaguids/blacklist.ts'
import type { EventRecord } from '../../model/events/event.ts'

/** Where blocked models are kept. Each writing method is one atomic batch. */
export interface BlacklistStore {
  find(appId: string, aaguid: string): Promise<BlacklistItem | undefined>
  /** By AAGUID. */
  list(appId: string): Promise<BlacklistItem[]>
  /** Adds items, and replaces those that are there already; each AAGUID at most once. */
  merge(appId: string, items: readonly BlacklistItem[], event: EventRecord): Promise<void>
  /** Unknown ones are ignored. */
  remove(appId: string, aaguids: readonly string[], event: EventRecord): Promise<void>
  clear(appId: string, event: EventRecord): Promise<void>
}
