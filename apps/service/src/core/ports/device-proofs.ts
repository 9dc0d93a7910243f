import type { DeviceKey } from '../model/authorization/browser-session.ts'

/** Verifies proofs of Device Bound Session Credentials (DBSC, W3C). */
export interface DeviceProofs {
  /** The challenge that a proof answers, before its signature is verified. @throws AppError bad_request: it has none */
  readChallenge(proof: string): string
  /** The new key that a proof contains, and was signed with. @throws AppError bad_request: not a valid proof */
  readNewKey(proof: string): DeviceKey
  /** @throws AppError bad_request: the proof wasn't signed with that key */
  requireKey(proof: string, key: DeviceKey): void
}
