import type { EventRecord } from '../events/event.ts'
import type { Application } from './application.ts'

/** An application that was deleted a short while ago. `deletedAt` is in milliseconds since 1970. */
export type ApplicationDeletion = { appId: string; deletedAt: number }

/** Where applications are deleted with everything that belongs to them. */
export interface ApplicationDeletions {
  /**
   * Deletes the application and its keys. False, and nothing is written, when the application no longer has that version.
   * What else belongs to it remains until `purge`.
   */
  begin(application: Application, event: EventRecord): Promise<boolean>
  /** Deletions that aren't finished, the oldest first. */
  list(): Promise<ApplicationDeletion[]>
  /** Deletes users, events, and all other data of an application, in batches. */
  purge(appId: string): Promise<void>
  /** Frees the id. */
  finish(appId: string): Promise<void>
}
