import type { Algorithm, CredentialKey } from './keys.ts'

/** How the device behaves; everything but the origin has a default. */
export interface AuthenticatorSettings {
  /** The origin of the page that the device pretends to be used from. */
  origin: string
  /** The only algorithm it offers; left out, it takes the first one of the options that it knows. */
  algorithm?: Algorithm
  /** UUID text; left out, all zeros. */
  aaguid?: string
  /** May its keys be synced (BE flag)? Default false. */
  backupEligible?: boolean
  /** Are they synced now (BS flag)? Default false. */
  backedUp?: boolean
  /** Does it verify its user (UV flag)? Default true; with false it answers all the same, so that servers can refuse. */
  userVerified?: boolean
  /** Always zero, as synced passkeys do (default), or one more at each use of a credential. */
  counter?: 'zero' | 'counting'
  /** Default none. */
  attestation?: 'none' | 'packed-self'
  transports?: string[]
  /** Where credential ids come from; keys are always random. */
  random?: (bytes: number) => Buffer
}

/** One credential on the device. */
export interface HeldCredential {
  /** Base64url, 32 bytes. */
  id: string
  rpId: string
  /** Base64url of user.id, which for a UUID text is that text. */
  userId: string
  userName: string
  key: CredentialKey
  signCount: number
}
