import type { EventRecord } from '../events/event.ts'
import type { Application } from './application.ts'

/** A recently deleted application. `deletedAt` is in milliseconds since 1970. */
export type ApplicationDeletion = { appId: string; deletedAt: number }

/** Deletes applications with everything that belongs to them. */
export interface ApplicationDeletions {
  /**
   * Deletes the application and its keys. Returns false and writes nothing if the application no longer has that
   * version. Its other data remains until `purge`.
   */
  begin(application: Application, event: EventRecord): Promise<boolean>
  /** Deletions that aren't complete, oldest first. */
  list(): Promise<ApplicationDeletion[]>
  /** Deletes users, events, and all other data of an application, in batches. */
  purge(appId: string): Promise<void>
  /** Frees the ID. */
  finish(appId: string): Promise<void>
}
