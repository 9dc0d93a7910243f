import { fromBase64url } from '../base64url.ts'
import type { RegistrationPolicy, Settled } from '../policy.ts'
import { refuse } from '../refusal.ts'

const longest = 1023

/**
 * The credential id: at most 1023 bytes (#credential-id), not empty, and the one that the client named beside the
 * response.
 * @throws WebAuthnError credential_id
 */
export function judgeCredentialId(id: Buffer, outerId: string, policy: Settled<RegistrationPolicy>): void {
  if (id.length > longest) refuse('credential_id', `a credential id of ${id.length} bytes, more than ${longest}`)
  if (policy.strictCredentialId && id.length === 0) refuse('credential_id', 'the credential id is empty')
  if (policy.strictOuterId && !fromBase64url(outerId, 'credential_id').equals(id)) {
    refuse('credential_id', 'the id beside the response is not the one in the authenticator data')
  }
}
