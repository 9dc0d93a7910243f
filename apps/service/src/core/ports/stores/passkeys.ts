import type { Eventual } from '../../after.ts'
import type { DeviceClaim } from '../../model/devices/device.ts'
import type { ListedPasskey, Passkey, UsedPasskey } from '../../model/passkeys/passkey.ts'
import type { SignedInUser } from '../../model/users/user.ts'

/** `blocked`: the application's blacklist keeps that authenticator model from signing in. */
export type PasskeyMatch = { passkey: UsedPasskey; user: SignedInUser; blocked: boolean; provenId?: string | undefined }

/** Reads passkeys. */
export interface PasskeyStore {
  /**
   * One read, only of what a sign-in needs. `provenId`: the device of the user as `DeviceStore.findByKeys` finds it.
   */
  findWithUser(appId: string, credentialId: string, claim?: Partial<DeviceClaim>): Eventual<PasskeyMatch | undefined>
  find(appId: string, id: string): Promise<Passkey | undefined>
  /** Whether any application has registered it under this RP ID. */
  isRegistered(rpId: string, credentialId: string): Promise<boolean>
  /** Oldest first. */
  listByUser(appId: string, userId: string): Promise<ListedPasskey[]>
  /**
   * The lowest free slot; undefined when the user has `most` passkeys. Two registrations that see the same passkeys get
   * the same slot, so that only one of them is stored.
   */
  findFreeSlot(appId: string, userId: string, most: number): Promise<number | undefined>
  /**
   * How many users after that ID have passkeys, and how many passkeys. It counts a bounded number of users: `next` is where
   * the following step starts; undefined at the end.
   */
  countOwners(
    appId: string,
    afterUserId: string,
  ): Promise<{ users: number; passkeys: number; next: string | undefined }>
}
