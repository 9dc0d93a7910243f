/** A recently deleted application. `deletedAt` is in milliseconds since 1970. */
export type ApplicationDeletion = { appId: string; deletedAt: number }

/** `isOver` ends a purge early, and `onBatch` is called after each batch with the number of its rows. */
export type PurgeOptions = { isOver(): boolean; onBatch?(rows: number): void }

/** Completes what `deleteApplication` began. */
export interface ApplicationDeletions {
  /** Deletions that aren't complete, oldest first. */
  list(): Promise<ApplicationDeletion[]>
  /**
   * Deletes users, events, and all other data of an application, in batches with pauses. Returns whether nothing is left: not if it ended
   * early, or if another node is still deleting.
   */
  purge(appId: string, options: PurgeOptions): Promise<boolean>
  /** Frees the ID. */
  finish(appId: string): Promise<void>
}
