import { refuse } from '../refusal.ts'
import type { ClientData } from './client-data.ts'

/**
 * Level 3 keeps the name `tokenBinding` reserved and gives it no meaning (§5.8.1). What Level 1 defined passes, and so
 * does null, which some clients write instead of leaving it out; anything else is rejected, as FIDO conformance asks.
 * @throws WebAuthnError client_data
 */
export function requireTokenBinding({ tokenBinding }: ClientData): void {
  if (tokenBinding === undefined || tokenBinding === null) return
  if (typeof tokenBinding !== 'object') refuse('client_data', 'tokenBinding is not an object')
  const { status, id } = tokenBinding as { status?: unknown; id?: unknown }
  if (status === 'supported') return
  if (status !== 'present') refuse('client_data', 'tokenBinding has an unknown status')
  if (typeof id !== 'string') refuse('client_data', 'tokenBinding is present without id')
}
