import type { Application } from '../model/applications/application.ts'

/** The applications of this installation, cached in memory for at most a second. */
export type Applications = ApplicationLookups & {
  /** For calls that need no database: during an outage it finds applications as they were last read. */
  lastKnown: ApplicationLookups
  /** Reads changes immediately: for use after this process changed an application itself. */
  refresh(): Promise<void>
}

/**
 * Finds applications as they were last read. Every call waits for `ready` once, in front, and again after whatever can
 * take long, such as a body or a step of a stream; background work and commands wait at the beginning of each round, or
 * use `findFresh`. What is found without that wait can be as old as the last call to this node.
 * @throws Error: a lookup before anything was ever read
 */
export type ApplicationLookups = {
  /** Waits until changes of a second ago count; undefined, so that nothing waits, if they do already. */
  ready(): Promise<void> | undefined
  find(id: string): Application | undefined
  /**
   * The same for use without `ready`, and for an ID from outside that isn't known: another process may have just created
   * that application.
   */
  findFresh(id: string): Promise<Application | undefined>
  /** Every application, including the installation's own. */
  all(): readonly Application[]
  /** The only application besides the installation's own; undefined if there are none or several. */
  findOnly(): Application | undefined
  /** The applications whose own address has that host (with its port, if any): one, unless hosts overlapped before that was rejected. */
  listByHost(host: string): readonly Application[]
  /** The applications with that RP ID, including the installation's own. */
  listByRpId(rpId: string): readonly Application[]
  /** Whether any application allows that origin. */
  hasOrigin(origin: string): boolean
}
