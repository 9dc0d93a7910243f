/** The settings of a virtual authenticator of the DevTools protocol. */
export type Kind = {
  protocol: 'ctap2' | 'u2f'
  ctap2Version?: 'ctap2_0' | 'ctap2_1'
  transport: 'usb' | 'nfc' | 'ble' | 'cable' | 'internal'
  hasResidentKey: boolean
  hasUserVerification: boolean
  isUserVerified: boolean
  hasLargeBlob?: boolean
  defaultBackupEligibility?: boolean
  defaultBackupState?: boolean
}

/** The fault of an authenticator from the flow's own ceremony on; a first passkey is created without it. */
export type Fault = 'unknown user' | 'isBadUV' | 'isBadUP' | 'isBogusSignature'

export type Profile = { kind: Kind; fault?: Fault }

export const platform: Kind = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}
const securityKey: Kind = { ...platform, transport: 'usb' }

/** Kinds of authenticators, by name. */
export const profiles: Readonly<Record<string, Profile>> = {
  'a platform authenticator': { kind: platform },
  'a synced passkey (BE and BS)': { kind: { ...platform, defaultBackupEligibility: true, defaultBackupState: true } },
  'a passkey that can be synced and is not (BE)': { kind: { ...platform, defaultBackupEligibility: true } },
  'a phone (hybrid)': { kind: { ...platform, transport: 'cable' } },
  'a security key by USB': { kind: securityKey },
  'a security key by NFC': { kind: { ...securityKey, transport: 'nfc' } },
  'a security key by Bluetooth': { kind: { ...securityKey, transport: 'ble' } },
  'a security key of CTAP 2.1': { kind: { ...securityKey, ctap2Version: 'ctap2_1' } },
  'a security key of CTAP 2.1 with large blobs': {
    kind: { ...securityKey, ctap2Version: 'ctap2_1', hasLargeBlob: true },
  },
  'a security key that stores no passkeys': { kind: { ...securityKey, hasResidentKey: false } },
  'a security key without user verification': {
    kind: { ...securityKey, hasUserVerification: false, isUserVerified: false },
  },
  'a U2F key': {
    kind: { ...securityKey, protocol: 'u2f', hasResidentKey: false, hasUserVerification: false, isUserVerified: false },
  },
  'an authenticator that does not recognize its user': { kind: platform, fault: 'unknown user' },
  'an authenticator without the UV flag': { kind: platform, fault: 'isBadUV' },
  'an authenticator without the UP flag': { kind: platform, fault: 'isBadUP' },
  'an authenticator with wrong signatures': { kind: platform, fault: 'isBogusSignature' },
}

/** Firefox's virtual authenticators have no backup flags and no large blobs, and return nothing wrong. */
export const existsInFirefox = ({ kind, fault }: Profile) =>
  !('defaultBackupEligibility' in kind || 'hasLargeBlob' in kind) && (fault === undefined || fault === 'unknown user')
