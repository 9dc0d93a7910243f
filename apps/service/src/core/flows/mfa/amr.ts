import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { VerifiedFactor } from './flow.ts'

/** Methods of RFC 8176, and `external` for a backend assertion, which the RFC has no name for. */
const methodsByFactor: Readonly<Record<MfaFactor, readonly string[]>> = {
  'passkey:auth': ['user'],
  'passkey:reg': ['user'],
  'otp:email': ['otp'],
  'otp:sms': ['otp', 'sms'],
  external: ['external'],
}

/**
 * How a user signed in, as `amr` lists it: a synced passkey is a software key (swk), any other a hardware key (hwk). As
 * MFA flows require user verification, a passkey alone counts as two factors (mfa).
 */
export function toAuthenticationMethods(done: readonly VerifiedFactor[]): string[] {
  const keys = done.filter(({ factor }) => factor.startsWith('passkey:')).map(({ synced }) => (synced ? 'swk' : 'hwk'))
  const methods = [...keys, ...done.flatMap(({ factor }) => methodsByFactor[factor])]
  return [...new Set(keys.length > 0 || done.length > 1 ? [...methods, 'mfa'] : methods)]
}
