import type { DeviceClaim, SeenDevice } from '../../model/devices/device.ts'
import type { EventRecord } from '../../model/events/event.ts'

/**
 * Where devices are read and forgotten. They are written with the ceremonies that happen on them: a hundred a user, with
 * ten keys each; with another one the least recently seen leaves, and those that passkeys name last.
 */
export interface DeviceStore {
  /** The last used first. */
  listByUser(appId: string, userId: string): Promise<SeenDevice[]>
  /** The id of the user's device that has proved one of the keys before: the claimed one before the others, else the newest. */
  findByKeys(appId: string, userId: string, claim: DeviceClaim): Promise<string | undefined>
  /** Whether any user of the application has completed a ceremony with that key. */
  knowsKey(appId: string, thumbprint: string): Promise<boolean>
  /**
   * One read: the device as each of its users left it, the last use first, each with the ids of the passkeys that were
   * created or last used there. Empty where nobody has it.
   */
  findOfEveryUser(appId: string, id: string): Promise<(SeenDevice & { passkeyIds: string[] })[]>
  /** Forgets it for every user, in one atomic batch; passkeys no longer name it. False when nobody has it. */
  remove(appId: string, id: string, event: EventRecord): Promise<boolean>
  /** The same for every device of a user. False when that user has none. */
  removeByUser(appId: string, userId: string, event: EventRecord): Promise<boolean>
}
