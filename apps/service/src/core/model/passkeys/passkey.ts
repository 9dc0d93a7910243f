import type { Spending } from '../../spent-session.ts'
import type { AccessCode } from '../access-codes/access-code.ts'
import type { Contact } from '../contacts/contact.ts'
import type { Device, DeviceDescription } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
import type { MessageTask } from '../messages/message.ts'
import type { NewUser } from '../users/user.ts'

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
  extraEvents?: readonly EventRecord[] | undefined
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

/** A passkey as request options list it: its id (base64url) and how it can be reached. */
export type Credential = Pick<Passkey, 'credentialId' | 'transports'>
