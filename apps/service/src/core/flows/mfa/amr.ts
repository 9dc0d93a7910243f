import type { MfaFactor } from '../../model/applications/mfa-policy.ts'
import type { VerifiedFactor } from './flow.ts'

/** Methods of RFC 8176, and `external` for a backend's word, which has no name there. */
const methodsByFactor: Readonly<Record<MfaFactor, readonly string[]>> = {
  'passkey:auth': ['user'],
  'passkey:reg': ['user'],
  'otp:email': ['otp'],
  'otp:sms': ['otp', 'sms'],
  external: ['external'],
}

/**
 * How somebody signed in, as `amr` says it: a synced passkey is a software key (swk), any other a hardware key (hwk), and
 * with the user verification that flows demand already two factors (mfa).
 */
export function toAuthenticationMethods(done: readonly VerifiedFactor[]): string[] {
  const keys = done.filter(({ factor }) => factor.startsWith('passkey:')).map(({ synced }) => (synced ? 'swk' : 'hwk'))
  const methods = [...keys, ...done.flatMap(({ factor }) => methodsByFactor[factor])]
  return [...new Set(keys.length > 0 || done.length > 1 ? [...methods, 'mfa'] : methods)]
}
