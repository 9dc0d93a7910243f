import type { DeviceClaim } from '../../model/devices/device.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { ListedPasskey, NewPasskey, Passkey, PasskeyUse } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'

/** Where passkeys are kept. Each writing method is one atomic batch: all of it or nothing. */
export interface PasskeyStore {
  /**
   * One read. `blocked`: the application's blacklist keeps that authenticator model from signing in. `provenId`: the device of
   * the user as `DeviceStore.findByKeys` finds it.
   */
  findWithUser(
    appId: string,
    credentialId: string,
    claim?: Partial<DeviceClaim>,
  ): Promise<{ passkey: Passkey; user: User; blocked: boolean; provenId?: string } | undefined>
  find(appId: string, id: string): Promise<Passkey | undefined>
  /** Oldest first. */
  listByUser(appId: string, userId: string): Promise<ListedPasskey[]>
  /** Anything but 'stored' has written nothing. */
  add(
    registration: NewPasskey,
  ): Promise<
    | 'stored'
    | 'session_spent'
    | 'username_taken'
    | 'address_taken'
    | 'credential_taken'
    | 'too_many'
    | 'user_gone'
    | 'passkey_gone'
    | 'code_gone'
  >
  /** Anything but 'recorded' has written nothing. */
  recordUse(use: PasskeyUse): Promise<'recorded' | 'session_spent' | 'passkey_gone'>
  /** False when that user has no such passkey. */
  rename(passkey: { appId: string; userId: string; id: string }, name: string, event: EventRecord): Promise<boolean>
  /** False when that user has no such passkey. `signsOut`: everything issued to the user is revoked with it. */
  remove(
    passkey: { appId: string; userId: string; id: string },
    event: EventRecord,
    effect?: { signsOut: boolean },
  ): Promise<boolean>
  /** Revokes everything issued to the user, too. False, and nothing is written, when that user has none. */
  removeByUser(appId: string, userId: string, event: EventRecord): Promise<boolean>
}
