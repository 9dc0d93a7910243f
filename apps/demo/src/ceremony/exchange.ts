/** What an init call answered, as far as the checks need it. */
export type Asked = {
  challenge: string
  rpId: string
  userVerification: string
  algorithms?: number[]
}

/** What the browser returned and the complete call carried; binary fields in base64url. */
export type Answered = {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature?: string
  publicKey?: string
  publicKeyAlgorithm?: number
}
