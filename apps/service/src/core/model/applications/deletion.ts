/** A recently deleted application. `deletedAt` is in milliseconds since 1970. */
export type ApplicationDeletion = { appId: string; deletedAt: number }

/** When a purge ends early, and what is called after each batch with the number of its rows. */
export type Purging = { isOver(): boolean; onBatch?(rows: number): void }

/** Completes what `deleteApplication` began. */
export interface ApplicationDeletions {
  /** Deletions that aren't complete, oldest first. */
  list(): Promise<ApplicationDeletion[]>
  /**
   * Deletes users, events, and all other data of an application, in batches with pauses. True once nothing is left, false if it is
   * over before, or if another node deletes the same rows.
   */
  purge(appId: string, purging: Purging): Promise<boolean>
  /** Frees the ID. */
  finish(appId: string): Promise<void>
}
