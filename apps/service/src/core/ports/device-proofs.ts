import type { DeviceKey } from '../model/authorization/browser-session.ts'

/** A proof of a browser, whose signature is valid. `challenge` is the one that it answers. */
export type VerifiedDeviceProof = { key: DeviceKey; challenge: string }

/** Verifies proofs of Device Bound Session Credentials (DBSC, W3C). */
export interface DeviceProofs {
  /**
   * The proof of a new key, which it contains, or of a known one.
   * @throws AppError bad_request: not a valid proof
   */
  verify(proof: string, known?: DeviceKey): VerifiedDeviceProof
}
