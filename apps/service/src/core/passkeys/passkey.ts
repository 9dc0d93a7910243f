import type { AccessCode } from '../access-codes/access-code.ts'
import type { Contact } from '../contacts/contact.ts'
import type { Device, DeviceClaim, DeviceDescription } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
import type { MessageTask } from '../messages/message.ts'
import type { NewUser, User } from '../users/user.ts'

/** A registered credential: the WebAuthn "credential record" with our names beside it. Times are milliseconds since 1970. */
export type Passkey = {
  id: string
  appId: string
  userId: string
  /** base64url, unpadded. */
  credentialId: string
  rpId: string
  name: string
  /** The COSE_Key bytes as registered. */
  publicKey: Uint8Array
  /** The same key as DER SubjectPublicKeyInfo, the form that verifies fastest. */
  publicKeySpki: Uint8Array
  /** COSE algorithm identifier. */
  algorithm: number
  /** 0 to 2^32 - 1. */
  signCount: number
  aaguid: string
  transports: readonly string[]
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  attestationFormat: string
  createdAt: number
  createdFromDeviceId: string | undefined
  lastUsedAt: number | undefined
  lastUsedFromDeviceId: string | undefined
}

/** A passkey as its owner sees it in a list. */
export type ListedPasskey = Passkey & {
  createdFrom: DeviceDescription | undefined
  lastUsedFrom: DeviceDescription | undefined
}

/** A session that its use spends. Its id is remembered until `expiresAt`, so that nobody can use it twice. */
export type Spending = { id: string; expiresAt: number }

/** All that one completed registration writes. */
export type NewPasskey = {
  /** Present when the user is new. */
  newUser: NewUser | undefined
  /** The epoch that a known user must still be in. */
  tokenEpoch?: number | undefined
  /** Another passkey of the user that must still be there, where its token began the registration. */
  allowedBy?: string
  /** The access code that allowed it, used up by it. */
  allowedByCode?: string | undefined
  /** What they proved to be reached at before. */
  contacts?: readonly Contact[] | undefined
  passkey: Passkey
  /** The most passkeys that the user may have, this one included. */
  most: number
  device: Device
  spending: Spending
  event: EventRecord
  /** Tells the user, where they may be reached. */
  notice?: MessageTask | undefined
  /** What else happened by it. */
  alsoHappened?: readonly EventRecord[] | undefined
}

/** All that one completed assertion writes. */
export type PasskeyUse = {
  passkey: Passkey
  /** Never lowers what is stored. */
  signCount: number
  backedUp: boolean
  userVerified: boolean
  device: Device
  spending: Spending
  /** A code that the user makes by it. */
  accessCode?: AccessCode
  events: readonly EventRecord[]
}

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
  listOf(appId: string, userId: string): Promise<ListedPasskey[]>
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
  removeAllOf(appId: string, userId: string, event: EventRecord): Promise<boolean>
}
