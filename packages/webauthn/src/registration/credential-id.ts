import { fromBase64url } from '../base64url.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'

const longest = 1023

/**
 * Checks the credential ID: at most 1023 bytes (#credential-id), not empty, and equal to the ID next to the response.
 * @throws WebAuthnError credential_id
 */
export function judgeCredentialId(id: Buffer, outerId: string, policy: FullPolicy<RegistrationPolicy>): void {
  if (id.length > longest) reject('credential_id', `a credential id of ${id.length} bytes, more than ${longest}`)
  if (policy.strictCredentialId && id.length === 0) reject('credential_id', 'the credential id is empty')
  if (policy.strictOuterId && !fromBase64url(outerId, 'credential_id').equals(id)) {
    reject('credential_id', 'the ID next to the response differs from the one in the authenticator data')
  }
}
