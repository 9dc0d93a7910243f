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
  passkeyId?: string
  deviceId?: string
}

/** What a browser tells of its device; screen in CSS pixels, `webauthnCapabilities` as JSON text. */
export interface DeviceInfo {
  clientName?: string
  clientType?: string
  clientVersion?: string
  deviceId?: string
  osArch?: string
  osName?: string
  osVersion?: string
  screenHeight?: number
  screenWidth?: number
  webauthnCapabilities?: string | object
}

/** A passkey of the signed-in user; times in RFC 3339, `credentialId` in base64url without padding. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  aaguid: string
  credentialId: string
  credentialSynced: boolean
  lastUsedAt?: string
  lastUsedFromDevice?: DeviceInfo
  providerName?: string
}
