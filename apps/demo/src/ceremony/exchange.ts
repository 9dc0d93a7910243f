/** What an init call answered, as far as the checks need it. */
export type CeremonyOptions = {
  challenge: string
  rpId: string
  userVerification: string
  algorithms?: number[]
}

/** What the browser returned and the complete call carried; binary fields in base64url. */
export type CeremonyResponse = {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature?: string
  publicKey?: string
  publicKeyAlgorithm?: number
}
