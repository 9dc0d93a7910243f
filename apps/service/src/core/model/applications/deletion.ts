/** A recently deleted application. `deletedAt` is in milliseconds since 1970. */
export type ApplicationDeletion = { appId: string; deletedAt: number }

/** Completes what `deleteApplication` began. */
export interface ApplicationDeletions {
  /** Deletions that aren't complete, oldest first. */
  list(): Promise<ApplicationDeletion[]>
  /** Deletes users, events, and all other data of an application, in batches. */
  purge(appId: string): Promise<void>
  /** Frees the ID. */
  finish(appId: string): Promise<void>
}
