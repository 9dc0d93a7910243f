import type { Flags } from '../authenticator-data/flags.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'

/**
 * The relying party's requirement for credentials that can, or cannot, be backed up (#sctn-credential-backup).
 * @throws WebAuthnError backup_flags
 */
export function judgeBackupEligibility({ backupEligible }: Flags, policy: FullPolicy<RegistrationPolicy>): void {
  const { backupEligibility: wish } = policy
  if (wish === 'device-bound' && backupEligible) reject('backup_flags', 'only device-bound credentials are accepted')
  if (wish === 'synced' && !backupEligible) reject('backup_flags', 'only credentials that can be synced are accepted')
}
