import { reject } from '../errors.ts'
import type { ClientData } from './client-data.ts'

/**
 * Level 3 reserves the name `tokenBinding` without a meaning (§5.8.1). Values that Level 1 or its drafts define
 * are accepted (`not-supported` is in drafts, and browsers of their time send it), and null, which some clients write
 * instead of omitting the field. Anything else is rejected, as FIDO conformance requires.
 * @throws WebAuthnError client_data
 */
export function requireTokenBinding({ tokenBinding }: ClientData): void {
  if (tokenBinding === undefined || tokenBinding === null) return
  if (typeof tokenBinding !== 'object') reject('client_data', 'tokenBinding is not an object')
  const { status, id } = tokenBinding as { status?: unknown; id?: unknown }
  if (status === 'supported' || status === 'not-supported') return
  if (status !== 'present') reject('client_data', 'tokenBinding has an unknown status')
  if (typeof id !== 'string') reject('client_data', 'tokenBinding is present without id')
}
