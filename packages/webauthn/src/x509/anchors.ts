import { refuse } from '../refusal.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const known = new WeakMap<Uint8Array, Certificate>()

/**
 * Trust anchors, parsed once for each array of bytes for as long as the caller keeps it.
 * @throws WebAuthnError trust — an anchor is not a DER certificate
 */
export const readAnchors = (anchors: readonly Uint8Array[]): Certificate[] => anchors.map(readAnchor)

function readAnchor(der: Uint8Array): Certificate {
  if (!(der instanceof Uint8Array)) refuse('trust', 'a trust anchor is not given as bytes')
  const remembered = known.get(der)
  if (remembered) return remembered
  const anchor = readCertificate(Buffer.from(der), 'trust')
  known.set(der, anchor)
  return anchor
}
