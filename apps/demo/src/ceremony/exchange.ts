/** The part of an init response that the checks need. */
export type CeremonyOptions = {
  challenge: string
  rpId: string
  userVerification: string
  algorithms?: number[]
}

/** The browser's result, as sent to the complete call; binary fields in base64url. */
export type CeremonyResponse = {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature?: string
  publicKey?: string
  publicKeyAlgorithm?: number
}
