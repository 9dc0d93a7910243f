import type { Metadata } from '../core/model/aaguids/metadata.ts'
import type { Log } from './metadata/loader.ts'

/** Metadata that keeps itself up to date. */
export type RunningMetadata = Metadata & {
  /** Loads the list now and from then on by timer, all in the background. */
  start(log: Log): void
  /** One attempt to load the list; never rejects. */
  reload(): Promise<void>
  stop(): void
}

/** What an installation without metadata has. */
export const noMetadata: RunningMetadata = {
  trustAnchors: () => [],
  findStatement: () => undefined,
  listed: () => [],
  state: () => ({ models: 0, stale: false }),
  start: () => {},
  reload: async () => {},
  stop: () => {},
}
