import type { PasskeyRecord } from '@thumbturn/contract/vocabulary/user-records.ts'

/** The fields of a passkey's record that describe its public key; binary ones are base64url or base64. */
export type KeyRecord = Pick<PasskeyRecord, 'publicKeyCose' | 'publicKeySpki' | 'publicKeyJwk' | 'algorithm'>

/** A public key as passkeys store it, or why it is none. */
export type ReadKey =
  | { publicKey: Uint8Array; publicKeySpki: Uint8Array; algorithm: number }
  | { problem: 'invalid_public_key' | 'unsupported_algorithm'; why: string }

/** Reads public keys that were registered elsewhere, with the checks of a registration. */
export type PublicKeys = { read(record: KeyRecord): ReadKey }
