import type { DeviceClaim, SeenDevice } from '../../model/devices/device.ts'

/**
 * Reads devices. They are written with the ceremonies that happen on them: a hundred a user, with ten keys each. Beyond
 * that the least recently seen one is deleted, and those that passkeys name last.
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
   * created or last used there. Empty for an unknown device.
   */
  findOfEveryUser(appId: string, id: string): Promise<(SeenDevice & { passkeyIds: string[] })[]>
}
