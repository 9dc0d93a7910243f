import { reject } from '../errors.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const known = new WeakMap<Uint8Array, Certificate>()

/**
 * Trust anchors, parsed once per array of bytes and cached as long as the caller keeps it.
 * @throws WebAuthnError trust if an anchor is not a DER certificate
 */
export const readAnchors = (anchors: readonly Uint8Array[]): Certificate[] => anchors.map(readAnchor)

function readAnchor(der: Uint8Array): Certificate {
  if (!(der instanceof Uint8Array)) reject('trust', 'a trust anchor is not a byte array')
  const remembered = known.get(der)
  if (remembered) return remembered
  const anchor = readCertificate(Buffer.from(der), 'trust')
  known.set(der, anchor)
  return anchor
}
