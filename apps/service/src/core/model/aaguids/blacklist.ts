import type { Application } from '../applications/application.ts'

/** A model that an application blocks, from signing in (`auth`), from being registered (`reg`), or both. */
export type BlacklistItem = { aaguid: string; auth: boolean; reg: boolean }
/** How many models an application may list: several times the models that exist. */
export const blacklistLimit = 1_000

/**
 * What keeps a model out of an application: its blacklist, or an allow list that does not name it; undefined where
 * nothing does. `listed` is the blacklist's flag for the ceremony at hand.
 */
export function findBlock({ settings }: Application, aaguid: string, listed: boolean): string | undefined {
  if (listed) return 'blacklist'
  const { authenticators } = settings
  return authenticators.length > 0 && !authenticators.includes(aaguid) ? 'allow list' : undefined
}
