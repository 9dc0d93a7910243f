/** What kind of name a username is. */
export type UsernameType = 'email' | 'phone' | 'other'

/** Authenticators that a browser can propose first: a key to plug in, this device, or a phone. */
export type PasskeyHint = 'security-key' | 'client-device' | 'hybrid'

/** Ways to sign in with a passkey that another device has. */
export type CrossAuthMethod = 'otp' | 'otp:sms' | 'otp:email'

/** Ways to sign in without any passkey; `ciam` is your own. */
export type FallbackMethod = 'ciam'

/** A signed-in user; send `token` to your backend, which verifies it. */
export interface SignedIn {
  isAuthenticated: true
  token: string
  userId: string
  passkeyId?: string | undefined
  deviceId?: string | undefined
}

/** What a browser tells of its device; screen in CSS pixels, `webauthnCapabilities` as JSON text. */
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
  credentialSynced: boolean
  lastUsedAt?: string | undefined
  lastUsedFromDevice?: DeviceInfo | undefined
  providerName?: string | undefined
}
