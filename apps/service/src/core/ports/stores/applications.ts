import type { Application, ApplicationChange, KeyChange, SigningKey } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'

/** Where applications and their signing keys are kept. */
export interface ApplicationStore {
  /** False when the id is taken. */
  add(application: Application, key: SigningKey, event: EventRecord): Promise<boolean>
  /**
   * Replaces everything but id and createdAt. False, and nothing is written, unless the application still has the version
   * that it was read with.
   */
  change(application: Application, event: EventRecord): Promise<boolean>
  /** Every application, in the order in which they were created. */
  list(): Promise<Application[]>
  /** Changes after that version, all for 0, the earliest first; of each application only the latest. */
  changedSince(version: number): Promise<ApplicationChange[]>
  /** The signing keys of one application, newest first, retired ones included. */
  signingKeys(appId: string): Promise<SigningKey[]>
  /** The application of the signing key with that id, retired or not. */
  idOfKey(kid: string): Promise<string | undefined>
  /** The applications that have several keys in use. */
  withSeveralKeys(): Promise<string[]>
  /**
   * Changes the keys, and the version with them, by which every node notices. False, and nothing is written, unless the
   * application still has the version that it was read with: of all who change its keys at once, one does.
   */
  changeKeys(read: Application, change: KeyChange, event: EventRecord): Promise<boolean>
}
