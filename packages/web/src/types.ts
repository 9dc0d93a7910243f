/** Kinds of authenticators that a browser can suggest first: a security key, this device, or a phone. */
export type PasskeyHint = 'security-key' | 'client-device' | 'hybrid'

/** A signed-in user. Send `token` to your backend for verification. */
export interface SignedIn {
  isAuthenticated: true
  token: string
  userId: string
  passkeyId?: string | undefined
  deviceId?: string | undefined
  /** The data stored with the passkey that signed in, if the application requests `largeBlob`. Only in this browser. */
  largeBlob?: ArrayBuffer | undefined
}

/** A browser's description of its device; screen size in CSS pixels, `webauthnCapabilities` as JSON text. */
export interface DeviceInfo {
  clientName?: string | undefined
  clientType?: string | undefined
  clientVersion?: string | undefined
  deviceId?: string | undefined
  osArch?: string | undefined
  osName?: string | undefined
  osVersion?: string | undefined
  screenHeight?: number | undefined
  screenWidth?: number | undefined
  webauthnCapabilities?: string | object | undefined
}

/** A passkey of the signed-in user; times in RFC 3339, `credentialId` in base64url without padding. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  aaguid: string
  credentialId: string
  /** The user handle that its authenticator returns, if the passkey was imported: base64url. */
  userHandle?: string | undefined
  credentialSynced: boolean
  lastUsedAt?: string | undefined
  lastUsedFromDevice?: DeviceInfo | undefined
  providerName?: string | undefined
  /** The results of the extensions of its registration. */
  extensions?: PasskeyExtensionResults | undefined
}

/** `client` is what the browser reported, unsigned; `authenticator` is as trustworthy as the attestation. */
export interface PasskeyExtensionResults {
  client?: { discoverable?: boolean; prf?: boolean; largeBlob?: boolean } | undefined
  authenticator?: { credProtect?: string; minPinLength?: number; hmacSecret?: boolean } | undefined
}

/** A passkey in options, as the API returns it. */
export interface DescriptorJSON {
  /** base64url. */
  id: string
  transports?: readonly string[] | null | undefined
}

/** Options for a new passkey, as the API returns them: the fields that need decoding; the browser gets the others unchanged. */
export interface CreationOptionsJSON {
  challenge: string
  rp: { id?: string | undefined; name: string }
  user: { id: string; name: string; displayName: string }
  timeout?: number | undefined
  excludeCredentials?: readonly DescriptorJSON[] | null | undefined
}

/** Options for signing with a passkey, likewise. */
export interface RequestOptionsJSON {
  challenge: string
  allowCredentials?: readonly DescriptorJSON[] | null | undefined
}

/** A created credential as the API accepts it (`creationResult`); bytes in base64url without padding. */
export interface CreationResult {
  credentialId: string
  clientDataJSON: string
  attestationObject: string
  authenticatorData?: string | undefined
  publicKey?: string | undefined
  publicKeyAlgorithm?: number | undefined
  transports?: string[] | undefined
  /** Not signed. */
  clientExtensionResults?:
    | { credProps?: { rk?: boolean }; largeBlob?: { supported?: boolean }; prf?: { enabled?: boolean } }
    | undefined
}

/** A signed challenge as the API accepts it (`assertionResult`); `userHandle` is absent if the authenticator sent none. */
export interface AssertionResult {
  credentialId: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}
