/** A credential named in a list; only its id (base64url) matters here. */
export interface CredentialDescriptor {
  id: string
  type?: string
  transports?: string[]
}

/** The part of the creation options, in JSON form, that an authenticator reads. */
export interface RegistrationRequestOptions {
  rp: { id?: string; name?: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { alg: number; type?: string }[]
  excludeCredentials?: CredentialDescriptor[]
}

/** The part of the request options, in JSON form, that an authenticator reads. */
export interface AssertionOptions {
  challenge: string
  rpId?: string
  allowCredentials?: CredentialDescriptor[]
}

/** What a registration sends to the server; binary fields are base64url without padding, publicKey is a DER SPKI. */
export interface CreationResult {
  clientDataJSON: string
  attestationObject: string
  credentialId: string
  authenticatorData: string
  publicKey: string
  publicKeyAlgorithm: number
  transports: string[]
}

/** What a sign-in sends to the server; binary fields are base64url without padding. */
export interface AssertionResult {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature: string
  userHandle?: string
}

/** Either a value to put in the place of the right one, or a change made to the right one. */
export type Change<T> = T | ((right: T) => T)

/** Ways to break one thing in a registration while all the rest stays right, signatures included. */
export interface CreationOverrides {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  /** Only the hash in the authenticator data changes; the credential is kept for the right RP. */
  rpId?: string
  /** The flags byte of the authenticator data. */
  flags?: Change<number>
  signCount?: number
  credentialId?: string
  aaguid?: string
  /** The signature of a self attestation. */
  signature?: Change<Buffer>
  /** The text of the client data, before it is hashed. */
  clientData?: Change<string>
}

/** Ways to break one thing in an assertion while all the rest stays right, the signature included. */
export interface AssertionOverrides extends Omit<CreationOverrides, 'aaguid'> {
  /** Null leaves it out. */
  userHandle?: string | null
  /** The account the person picks from the browser's list: the id of a credential this device holds. */
  pick?: string
}
