import { badRequest } from '../../errors.ts'
import type { DeviceDescription } from '../devices/device.ts'
import type { PasskeyExtensions } from './extensions.ts'

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
  /** Imported without it: the first use settles it. */
  backupEligibleUnknown?: boolean
  backedUp: boolean
  userVerified: boolean
  attestationFormat: string
  /** The result of the extensions of its registration. */
  extensions?: PasskeyExtensions
  createdAt: number
  createdFromDeviceId: string | undefined
  lastUsedAt: number | undefined
  lastUsedFromDeviceId: string | undefined
  /**
   * The user handle (base64url) that the authenticator returns, if it isn't the user's ID: the passkey was imported.
   * Empty if the import didn't know it, until the first use shows it.
   */
  userHandle?: string
}

/** The part of a passkey that a sign-in reads: everything that its use depends on or changes. */
export type UsedPasskey = Omit<
  Passkey,
  'rpId' | 'transports' | 'backedUp' | 'userVerified' | 'extensions' | 'createdAt' | 'lastUsedAt'
>

/** A passkey in its owner's list. */
export type ListedPasskey = Passkey & {
  createdFrom: DeviceDescription | undefined
  lastUsedFrom: DeviceDescription | undefined
}
/** A passkey as request options list it: its ID (base64url) and transports. */
export type Credential = Pick<Passkey, 'credentialId' | 'transports'>

/**
 * The name of a passkey, without surrounding spaces.
 * @throws AppError bad_request: it's empty
 */
export function requireName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest('The name of a passkey must not be empty')
  return name
}
