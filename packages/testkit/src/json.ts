/** A listed credential; only its ID (base64url) is used. */
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

/** The options of a page for Secure Payment Confirmation, with binary fields in base64url. */
export interface PaymentOptions {
  challenge: string
  rpId: string
  credentialIds: readonly string[]
  payeeName?: string
  payeeOrigin?: string
  paymentEntitiesLogos?: readonly { url: string; label: string }[]
  total: { currency: string; value: string }
  instrument: { displayName: string; icon: string; iconMustBeShown?: boolean; details?: string }
}

/** The payment that the browser showed (CollectedClientAdditionalPaymentData), which the client data contains. */
export interface ShownPayment extends Omit<PaymentOptions, 'challenge' | 'credentialIds'> {
  topOrigin: string
  /** COSE_Key in base64url */
  browserBoundPublicKey?: string
}

/** The registration response; binary fields are base64url without padding, publicKey is a DER SPKI. */
export interface CreationResult {
  clientDataJSON: string
  attestationObject: string
  credentialId: string
  authenticatorData: string
  publicKey: string
  publicKeyAlgorithm: number
  transports: string[]
}

/** The sign-in response; binary fields are base64url without padding. */
export interface AssertionResult {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature: string
  userHandle?: string
}

/** A replacement for the correct value, or a function of it. */
export type Change<T> = T | ((right: T) => T)

/** Breaks single values of a registration. Everything else stays valid, including signatures. */
export interface CreationOverrides {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  /** Changes the hash in the authenticator data only; the credential belongs to the correct RP. */
  rpId?: string
  /** The flags byte of the authenticator data. */
  flags?: Change<number>
  signCount?: number
  credentialId?: string
  aaguid?: string
  /** Outputs of authenticator extensions by their names, appended to the authenticator data (ED flag). */
  extensions?: Readonly<Record<string, number | boolean | string>>
  /** The signature of a self attestation. */
  signature?: Change<Buffer>
  /** The text of the client data, before it is hashed. */
  clientData?: Change<string>
}

/** Breaks single values of an assertion. Everything else stays valid, including the signature. */
export interface AssertionOverrides extends Omit<CreationOverrides, 'aaguid' | 'extensions'> {
  /** Null leaves it out. */
  userHandle?: string | null
  /** The account that the user picks in the browser's list: a credential ID of this device. */
  pick?: string
}

/** Breaks single values of a payment. Everything else stays valid, including the signature. */
export interface PaymentOverrides extends AssertionOverrides {
  /** The payment that the browser showed. */
  payment?: Change<ShownPayment>
}
