/** A public key whose private half signs a backend's service tokens. */
export type ClientKey = {
  id: string
  appId: string
  name: string
  /** P-256, PEM (SubjectPublicKeyInfo). */
  publicKey: string
  createdAt: number
  revokedAt: number | undefined
}
