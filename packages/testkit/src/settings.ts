import type { Algorithm, CredentialKey } from './keys.ts'

/** Settings of the device; all but the origin are optional. */
export interface AuthenticatorSettings {
  /** Origin of the simulated page. */
  origin: string
  /** The only supported algorithm; by default, the first supported one of the options. */
  algorithm?: Algorithm
  /** A UUID; all zeros by default. */
  aaguid?: string
  /** Whether its keys can be synced (BE flag). Default false. */
  backupEligible?: boolean
  /** Whether they are synced (BS flag). Default false. */
  backedUp?: boolean
  /**
   * Does it verify its user (UV flag)? Default true; with false it answers all the same, so that servers can reject it.
   */
  userVerified?: boolean
  /** Always zero, like synced passkeys (default), or incremented with each use. */
  counter?: 'zero' | 'counting'
  /** Default none. */
  attestation?: 'none' | 'packed-self'
  transports?: string[]
  /** Generates credential IDs; keys are always random. */
  random?: (bytes: number) => Buffer
}

/** A credential on the device. */
export interface StoredCredential {
  /** Base64url, 32 bytes. */
  id: string
  rpId: string
  /** user.id in base64url, which is the UUID itself. */
  userId: string
  userName: string
  key: CredentialKey
  signCount: number
}
