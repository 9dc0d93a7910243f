import { type KeyObject, verify } from 'node:crypto'
import type { Algorithm } from './algorithms.ts'

/** SubjectPublicKeyInfo, DER: the form in which a public key is stored and handed to node:crypto. */
export type SpkiKey = { key: Uint8Array; format: 'der'; type: 'spki' }

/** A signature, and what it is said to be over and made by. */
export type SignatureClaim = { algorithm: Algorithm; data: Buffer; signature: Buffer }

/**
 * Is this the signature over the data under exactly this algorithm? ECDSA signatures are DER, RSA and EdDSA ones raw
 * (#sctn-signature-attestation-types). A key that is not one of the algorithm, or no key at all, verifies nothing.
 */
export function isSignedBy(key: SpkiKey | KeyObject, { algorithm, data, signature }: SignatureClaim): boolean {
  try {
    return verify(algorithm.hash, data, key, signature)
  } catch {
    return false
  }
}

/** The same, checked in the thread pool. */
export function isSignedByInBackground(
  key: SpkiKey | KeyObject,
  { algorithm, data, signature }: SignatureClaim,
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      verify(algorithm.hash, data, key, signature, answering(resolve))
    } catch {
      resolve(false)
    }
  })
}

/**
 * A job of node:crypto stays, with all that its callback can reach, until the next major garbage collection: so the
 * callback is made where it can reach its promise and nothing else.
 */
const answering = (resolve: (isSigned: boolean) => void) => (error: Error | null, isSigned: boolean) =>
  resolve(!error && isSigned)

const rsaAlgorithmId = Buffer.from('300d06092a864886f70d0101010500', 'hex')

/**
 * Does the stored key belong to the stored algorithm? Without this, an RSA key stored beside -7 would verify RSA
 * signatures under ES256.
 */
export function isKeyForAlgorithm(spki: Uint8Array, algorithm: Algorithm): boolean {
  if (algorithm.kty === 'RSA') return Buffer.from(spki.subarray(0, 24)).includes(rsaAlgorithmId)
  const { spkiPrefix } = algorithm.curve
  return spkiPrefix.equals(spki.subarray(0, spkiPrefix.length))
}

/** Does a certificate's key belong to the algorithm? The curve is compared only if `curve` asks for it. */
export function isCertificateKeyForAlgorithm(
  key: KeyObject,
  algorithm: Algorithm,
  { curve }: { curve: boolean },
): boolean {
  if (algorithm.kty === 'RSA') return key.asymmetricKeyType === 'rsa'
  if (algorithm.kty === 'OKP') return key.asymmetricKeyType === algorithm.curve.node
  if (key.asymmetricKeyType !== 'ec') return false
  return !curve || key.asymmetricKeyDetails?.namedCurve === algorithm.curve.node
}
