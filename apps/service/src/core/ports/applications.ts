import type { Application } from '../model/applications/application.ts'

/** The applications of this installation, held in memory and at most a second behind the database. */
export type Applications = ApplicationLookups & {
  /** The same, for what works without a database: during an outage it finds applications as they were last read. */
  lastKnown: ApplicationLookups
  /** Reads what changed right now: after this process has changed an application itself. */
  refresh(): Promise<void>
}

/** Finds applications. */
export type ApplicationLookups = {
  find(id: string): Promise<Application | undefined>
  /** Every application, the installation's own included. */
  all(): Promise<readonly Application[]>
  /** The one application besides the installation's own; undefined when there are none or several. */
  sole(): Promise<Application | undefined>
  /** The application whose own address has that host (with its port, if any). */
  withHost(host: string): Promise<Application | undefined>
  /** The application whose RP ID that is; undefined where none or several have it. */
  withRpId(rpId: string): Promise<Application | undefined>
  /** Whether any application allows that origin. */
  knowsOrigin(origin: string): Promise<boolean>
}
