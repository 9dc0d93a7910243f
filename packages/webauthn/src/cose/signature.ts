import { type KeyObject, verify } from 'node:crypto'
import type { Algorithm } from './algorithms.ts'

/** SubjectPublicKeyInfo, DER: the form in which public keys are stored and passed to node:crypto. */
export type SpkiKey = { key: Uint8Array; format: 'der'; type: 'spki' }

/** A signature with its data and its key. */
export type SignatureClaim = { algorithm: Algorithm; data: Buffer; signature: Buffer }

/**
 * Whether this is the signature of the data under exactly this algorithm. ECDSA signatures are DER, those of
 * RSA, EdDSA, and ML-DSA raw (#sctn-signature-attestation-types); ML-DSA has an empty context (RFC 9964). A key that doesn't match the algorithm, or isn't a key, verifies nothing.
 */
export function isSignedBy(key: SpkiKey | KeyObject, { algorithm, data, signature }: SignatureClaim): boolean {
  try {
    return verify(algorithm.hash, data, key, signature)
  } catch {
    return false
  }
}

/** The same in the thread pool. */
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
 * node:crypto keeps a job, with everything its callback can reach, until the next major garbage collection. So the
 * callback is created where it can reach only its promise.
 */
const answering = (resolve: (isSigned: boolean) => void) => (error: Error | null, isSigned: boolean) =>
  resolve(!error && isSigned)

const rsaAlgorithmId = Buffer.from('300d06092a864886f70d0101010500', 'hex')

/**
 * Whether the stored key matches the stored algorithm. Without this check, an RSA key stored with -7 would verify RSA
 * signatures under ES256.
 */
export function isKeyForAlgorithm(spki: Uint8Array, algorithm: Algorithm): boolean {
  if (algorithm.kty === 'RSA') return Buffer.from(spki.subarray(0, 24)).includes(rsaAlgorithmId)
  const { spkiPrefix } = algorithm.kty === 'AKP' ? algorithm.parameters : algorithm.curve
  return spkiPrefix.equals(spki.subarray(0, spkiPrefix.length))
}

/** Whether a certificate's key matches the algorithm. The curve is compared only with `curve`. */
export function isCertificateKeyForAlgorithm(
  key: KeyObject,
  algorithm: Algorithm,
  { curve }: { curve: boolean },
): boolean {
  if (algorithm.kty === 'RSA') return key.asymmetricKeyType === 'rsa'
  if (algorithm.kty === 'OKP') return key.asymmetricKeyType === algorithm.curve.node
  if (algorithm.kty === 'AKP') return key.asymmetricKeyType === algorithm.parameters.node
  if (key.asymmetricKeyType !== 'ec') return false
  return !curve || key.asymmetricKeyDetails?.namedCurve === algorithm.curve.node
}
