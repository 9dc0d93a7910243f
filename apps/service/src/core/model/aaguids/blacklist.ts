import type { Application } from '../applications/application.ts'

/** A model that an application blocks from signing in (`auth`), from registration (`reg`), or both. */
export type BlacklistItem = { aaguid: string; auth: boolean; reg: boolean }
/** The maximum size of a blacklist: several times the number of existing models. */
export const blacklistLimit = 1_000

/**
 * Finds what blocks a model in an application: its blacklist, or an allow list that lacks the model; undefined if nothing
 * does. `listed` is the blacklist's flag for the current ceremony.
 */
export function findBlock({ settings }: Application, aaguid: string, listed: boolean): string | undefined {
  if (listed) return 'blacklist'
  const { authenticators } = settings
  return authenticators.length > 0 && !authenticators.includes(aaguid) ? 'allow list' : undefined
}
