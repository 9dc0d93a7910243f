import type { SpentSession } from '../../spent-session.ts'
import type { AccessCode } from '../access-codes/access-code.ts'
import type { Contact } from '../contacts/contact.ts'
import type { Device, DeviceDescription } from '../devices/device.ts'
import type { EventRecord } from '../events/event.ts'
import type { MessageTask } from '../messages/message.ts'
import type { NewUser } from '../users/user.ts'

/**
 * A registered credential: the WebAuthn "credential record" with additional fields. Times are milliseconds since 1970.
 */
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

/** A passkey in its owner's list. */
export type ListedPasskey = Passkey & {
  createdFrom: DeviceDescription | undefined
  lastUsedFrom: DeviceDescription | undefined
}
/** Everything that a completed registration writes. */
export type NewPasskey = {
  /** Present if the user is new. */
  newUser: NewUser | undefined
  /** The epoch that an existing user must still be in. */
  tokenEpoch?: number | undefined
  /** The passkey whose token started the registration; it must still exist. */
  allowedBy?: string
  /** The access code that allowed the registration, used up with it. */
  allowedByCode?: string | undefined
  /** Contacts that the user verified before. */
  contacts?: readonly Contact[] | undefined
  passkey: Passkey
  /** The maximum number of passkeys, including this one. */
  most: number
  device: Device
  spending: SpentSession
  event: EventRecord
  /** Notifies the user, if they can be reached. */
  notice?: MessageTask | undefined
  /** Further events of the registration. */
  extraEvents?: readonly EventRecord[] | undefined
}

/** Everything that a completed assertion writes. */
export type PasskeyUse = {
  passkey: Passkey
  /** Never lowers the stored count. */
  signCount: number
  backedUp: boolean
  userVerified: boolean
  device: Device
  spending: SpentSession
  /** An access code that the user creates with it. */
  accessCode?: AccessCode
  events: readonly EventRecord[]
}

/** A passkey as request options list it: its ID (base64url) and transports. */
export type Credential = Pick<Passkey, 'credentialId' | 'transports'>
