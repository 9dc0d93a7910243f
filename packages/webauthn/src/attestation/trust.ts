import type { RegistrationPolicy, Settled } from '../policy.ts'
import { refuse } from '../refusal.ts'
import type { Verdict } from './statement.ts'

/** What is attested, for choosing the anchors. */
export type Model = { format: string; aaguid: string; policy: Settled<RegistrationPolicy> }

/**
 * Does the relying party believe a verified statement? none and self by policy, the others if the chain ends in an
 * anchor.
 * @throws WebAuthnError trust
 */
export function judgeTrust(verdict: Verdict, { policy }: Model): boolean {
  if (verdict.type === 'none' && !policy.acceptNone) refuse('trust', 'an attestation is required')
  if (verdict.type === 'self' && !policy.acceptSelf) refuse('trust', 'self attestation is not accepted')
  return false
}
