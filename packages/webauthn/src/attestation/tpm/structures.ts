import { reject } from '../../errors.ts'

/** A cursor over a TPM structure: big-endian numbers and sized buffers (TPM 2.0 Part 2 §4). */
export type TpmBytes = { bytes: Buffer; at: number }

/** The next `length` bytes. */
export function take(from: TpmBytes, length: number): Buffer {
  const end = from.at + length
  if (end > from.bytes.length) reject('attestation', 'a TPM structure is truncated')
  const taken = from.bytes.subarray(from.at, end)
  from.at = end
  return taken
}

/** UINT16 */
export const uint16 = (from: TpmBytes): number => take(from, 2).readUInt16BE()

/** UINT32 */
export const uint32 = (from: TpmBytes): number => take(from, 4).readUInt32BE()

/** TPM2B_…: a 16-bit length followed by that many bytes. */
export const sized = (from: TpmBytes): Buffer => take(from, uint16(from))

/** Under `strictTpm`: rejects trailing bytes. */
export function requireEnd({ bytes, at }: TpmBytes, strict: boolean): void {
  if (strict && at !== bytes.length) reject('attestation', `${bytes.length - at} bytes after a TPM structure`)
}
