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
  /** The application whose own address has that host (with its port, if any). */
  findByHost(host: string): Promise<Application | undefined>
  /** The application with that RP ID; undefined if none or several have it. */
  findByRpId(rpId: string): Promise<Application | undefined>
  /** Whether any application allows that origin. */
  hasOrigin(origin: string): Promise<boolean>
}
