import type { EventRecord } from '../events/event.ts'

/** What a client says of the machine it runs on; every member is optional and unverified. */
export type DeviceDescription = {
  clientName?: string
  clientType?: string
  clientVersion?: string
  osArch?: string
  osName?: string
  osVersion?: string
  screenHeight?: number
  screenWidth?: number
  hasBluetooth?: boolean
}

/** How a client identifies its device: by keys that it proved to hold (JWK thumbprints), and by an id that it claims. */
export type DeviceClaim = { deviceId?: string | undefined; thumbprints: readonly string[] }

/** A device that a user signs in from, as a ceremony writes it. Times are milliseconds since 1970. */
export type Device = {
  id: string
  description: DeviceDescription
  /** The keys that it proved to hold, as JWK thumbprints; they are added to those that it has. */
  thumbprints: readonly string[]
  at: number
}

/** A device as one of its users left it. Times are milliseconds since 1970. */
export type SeenDevice = {
  id: string
  userId: string
  description: DeviceDescription
  /** The keys that it ever proved to hold (RFC 7638), in alphabetical order. */
  thumbprints: readonly string[]
  firstSeenAt: number
  lastSeenAt: number
}

/**
 * Where devices are read and forgotten. They are written with the ceremonies that happen on them: a hundred a user, with
 * ten keys each; with another one the least recently seen leaves, and those that passkeys name last.
 */
export interface DeviceStore {
  /** The last used first. */
  listOf(appId: string, userId: string): Promise<SeenDevice[]>
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
  removeAllOf(appId: string, userId: string, event: EventRecord): Promise<boolean>
}
