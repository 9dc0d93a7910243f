import type { Flags } from '../authenticator-data/flags.ts'
import type { RegistrationPolicy, Settled } from '../policy.ts'
import { refuse } from '../refusal.ts'

/**
 * The relying party's wish for credentials that can, or cannot, leave their device (#sctn-credential-backup).
 * @throws WebAuthnError backup_flags
 */
export function judgeBackupEligibility({ backupEligible }: Flags, policy: Settled<RegistrationPolicy>): void {
  const { backupEligibility: wish } = policy
  if (wish === 'device-bound' && backupEligible) refuse('backup_flags', 'only device-bound credentials are accepted')
  if (wish === 'synced' && !backupEligible) refuse('backup_flags', 'only credentials that can be synced are accepted')
}
