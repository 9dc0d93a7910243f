import type { CborMap, CborValue } from '../cbor/decode.ts'

/**
 * Outputs of authenticator extensions that describe a new credential (CTAP 2.2 §12): part of the authenticator data, which the
 * attestation signs. Outputs of another type than the standard's, and unknown ones, are left out: a relying party ignores what it
 * didn't ask for (#sctn-extensions).
 */
export type AuthenticatorExtensions = {
  /** 1 to 3, from userVerificationOptional to userVerificationRequired */
  credProtect?: 1 | 2 | 3
  /** in Unicode code points */
  minPinLength?: number
  hmacSecret?: boolean
}

/** Reads the outputs of a registration; undefined where it has none of these. */
export function readExtensions(outputs: CborMap | undefined): AuthenticatorExtensions | undefined {
  const credProtect = outputs?.get('credProtect')
  const minPinLength = outputs?.get('minPinLength')
  const hmacSecret = outputs?.get('hmac-secret')
  const read: AuthenticatorExtensions = {
    ...(isPolicy(credProtect) && { credProtect }),
    ...(isPinLength(minPinLength) && { minPinLength }),
    ...(typeof hmacSecret === 'boolean' && { hmacSecret }),
  }
  return Object.keys(read).length === 0 ? undefined : read
}

const isPolicy = (value: CborValue): value is 1 | 2 | 3 => value === 1 || value === 2 || value === 3

// A PIN has 4 to 63 bytes (CTAP 2.2 §6.5.1).
const isPinLength = (value: CborValue): value is number => typeof value === 'number' && value >= 4 && value <= 63
