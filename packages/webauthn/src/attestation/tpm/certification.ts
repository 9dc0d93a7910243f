import { refuse } from '../../refusal.ts'
import { requireEnd, sized, take, uint16, uint32 } from './structures.ts'

/** What a TPM certifies (TPMS_ATTEST, TPM 2.0 Part 2 §10.12.12): data of the caller and the name of a key. */
export type Certification = { extraData: Buffer; name: Buffer }

const generatedByTpm = 0xff544347
const attestCertify = 0x8017
const clockAndFirmware = 8 + 4 + 4 + 1 + 8

/**
 * Reads certInfo, which must be made by a TPM and of type certify.
 * @throws WebAuthnError attestation
 */
export function readCertification(bytes: Buffer, strict: boolean): Certification {
  const from = { bytes, at: 0 }
  if (uint32(from) !== generatedByTpm) refuse('attestation', 'certInfo was not made by a TPM')
  if (uint16(from) !== attestCertify) refuse('attestation', 'certInfo does not certify a key')
  sized(from) // qualifiedSigner
  const extraData = sized(from)
  take(from, clockAndFirmware)
  const name = sized(from)
  sized(from) // qualifiedName
  requireEnd(from, strict)
  return { extraData, name }
}
