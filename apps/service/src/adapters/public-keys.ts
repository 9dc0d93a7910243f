import { readPublicKey, WebAuthnError } from '@thumbturn/webauthn'
import type { KeyRecord, PublicKeys, ReadKey } from '../core/ports/public-keys.ts'

/** Reads public keys with our own verifier. */
export const webauthnPublicKeys: PublicKeys = {
  read(record) {
    try {
      return read(record)
    } catch (error) {
      if (!(error instanceof WebAuthnError)) throw error
      const problem = error.reason === 'algorithm' ? 'unsupported_algorithm' : 'invalid_public_key'
      return { problem, why: error.message }
    }
  },
}

function read({ publicKeyCose, publicKeySpki, publicKeyJwk, algorithm: given }: KeyRecord): ReadKey {
  const { cose, spki, algorithm } = readPublicKey({
    cose: toBytes(publicKeyCose),
    spki: toBytes(publicKeySpki),
    jwk: publicKeyJwk,
    algorithm: given,
  })
  return { publicKey: cose, publicKeySpki: spki, algorithm }
}

const toBytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, 'base64url'))
