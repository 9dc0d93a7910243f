import type { Metadata } from '../core/model/aaguids/metadata.ts'
import type { Log } from './metadata/loader.ts'

/** Metadata that updates itself. */
export type RunningMetadata = Metadata & {
  /** Loads the list now and periodically, in the background. */
  start(log: Log): void
  /** Tries once to load the list; never rejects. */
  reload(): Promise<void>
  stop(): void
}

/** The metadata of an installation that uses none. */
export const noMetadata: RunningMetadata = {
  trustAnchors: () => [],
  findStatement: () => undefined,
  listed: () => [],
  state: () => ({ models: 0, stale: false }),
  start: () => {},
  reload: async () => {},
  stop: () => {},
}
