import type { Application } from '../model/applications/application.ts'

/** The applications of this installation, cached in memory for at most a second. */
export type Applications = ApplicationLookups & {
  /** For calls that need no database: during an outage it finds applications as they were last read. */
  lastKnown: ApplicationLookups
  /** Reads changes immediately: for use after this process changed an application itself. */
  refresh(): Promise<void>
}

/** Finds applications. */
export type ApplicationLookups = {
  find(id: string): Promise<Application | undefined>
  /** Every application, including the installation's own. */
  all(): Promise<readonly Application[]>
  /** The only application besides the installation's own; undefined if there are none or several. */
  findOnly(): Promise<Application | undefined>
  /** The applications whose own address has that host (with its port, if any): one, unless hosts overlapped before that was rejected. */
  listByHost(host: string): Promise<readonly Application[]>
  /** The applications with that RP ID, including the installation's own. */
  listByRpId(rpId: string): Promise<readonly Application[]>
  /** Whether any application allows that origin. */
  hasOrigin(origin: string): Promise<boolean>
}
