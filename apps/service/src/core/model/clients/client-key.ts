/** A public key with which a customer's backend signs its service tokens. */
export type ClientKey = {
  id: string
  appId: string
  name: string
  /** P-256, PEM (SubjectPublicKeyInfo). */
  publicKey: string
  createdAt: number
  revokedAt: number | undefined
}
