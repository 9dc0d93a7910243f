import { fromBase64url } from '../base64url.ts'
import { reject } from '../errors.ts'
import type { AssertionInput } from './input.ts'

/**
 * Checks that the asserted credential was allowed, is the stored one, and belongs to the user it names.
 * @throws WebAuthnError credential_id, user_handle
 */
export function judgeIdentity(
  response: AssertionInput['response'],
  credential: AssertionInput['credential'],
  { allowCredentials = [], userHandleRequired }: AssertionInput['expected'],
): void {
  const id = fromBase64url(response.credentialId, 'credential_id').toString('base64url')
  if (allowCredentials.length > 0 && !allowCredentials.includes(id)) {
    reject('credential_id', 'the credential is not an allowed credential')
  }
  if (id !== credential.id) reject('credential_id', 'the credential is not the stored one')
  judgeUserHandle(response.userHandle, credential.userHandle, userHandleRequired === true)
}

/** Clients write a missing handle as null or as an empty text, too. */
function judgeUserHandle(sent: string | null | undefined, owner: string, required: boolean): void {
  if (sent === undefined || sent === null || sent === '') {
    if (required) reject('user_handle', 'the user handle is missing, but the user is not known otherwise')
    return
  }
  const handle = fromBase64url(sent, 'user_handle').toString('base64url')
  if (handle !== owner) reject('user_handle', 'the user handle does not match the owner')
}
