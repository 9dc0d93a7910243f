import type { Application, ApplicationChange, SigningKey } from '../../model/applications/application.ts'

/** Reads applications and their signing keys. */
export interface ApplicationStore {
  /** Every application, in the order in which they were created. */
  list(): Promise<Application[]>
  /** Changes after that version, all for 0, the earliest first; of each application only the latest. */
  changedSince(version: number): Promise<ApplicationChange[]>
  /** The signing keys of one application, newest first, retired ones included. */
  signingKeys(appId: string): Promise<SigningKey[]>
  /** The application of the signing key with that id, retired or not. */
  idOfKey(kid: string): Promise<string | undefined>
  /** The applications that have several keys of one algorithm in use. */
  withSeveralKeys(): Promise<string[]>
}
