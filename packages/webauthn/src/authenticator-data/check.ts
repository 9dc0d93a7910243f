import { reject } from '../errors.ts'
import type { Expectations } from '../expected.ts'
import { rpIdHash } from '../rp-id.ts'
import type { AuthenticatorData } from './parse.ts'

/**
 * Checks the RP ID hash, user presence, user verification, and that only eligible credentials are backed up.
 * @throws WebAuthnError rp_id_hash, user_presence, user_verification, backup_flags
 */
export function judgeAuthenticatorData(
  { bytes, flags }: AuthenticatorData,
  expected: Pick<Expectations, 'rpId' | 'userVerification'> & { userPresence: boolean },
): void {
  if (bytes.compare(rpIdHash(expected.rpId), 0, 32, 0, 32) !== 0) {
    reject('rp_id_hash', `the authenticator data is not scoped to RP ID ${expected.rpId}`)
  }
  if (expected.userPresence && !flags.userPresent) reject('user_presence', 'the user was not present')
  if (expected.userVerification === 'required' && !flags.userVerified) {
    reject('user_verification', 'the user was not verified')
  }
  if (flags.backedUp && !flags.backupEligible) reject('backup_flags', 'backed up although not eligible for backup')
}
