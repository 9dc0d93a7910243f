import type { Application } from '../applications/application.ts'
import type { EventRecord } from '../events/event.ts'

/** A model that an application blocks, from signing in (`auth`), from being registered (`reg`), or both. */
export type BlacklistItem = { aaguid: string; auth: boolean; reg: boolean }

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

/** How many models an application may list: several times the models that exist. */
export const blacklistLimit = 1_000

/**
 * What keeps a model out of an application: its blacklist, or an allow list that does not name it; undefined where
 * nothing does. `listed` is the blacklist's flag for the ceremony at hand.
 */
export function blockOf({ settings }: Application, aaguid: string, listed: boolean): string | undefined {
  if (listed) return 'blacklist'
  const { authenticators } = settings
  return authenticators.length > 0 && !authenticators.includes(aaguid) ? 'allow list' : undefined
}
