import { fromBase64url } from '../base64url.ts'
import { refuse } from '../refusal.ts'
import type { AssertionInput } from './input.ts'

/**
 * Is the asserted credential one that was asked for, is it the stored one, and does it belong to the user it names?
 * @throws WebAuthnError credential_id, user_handle
 */
export function judgeIdentity(
  response: AssertionInput['response'],
  credential: AssertionInput['credential'],
  { allowCredentials = [], userHandleRequired }: AssertionInput['expected'],
): void {
  const id = fromBase64url(response.credentialId, 'credential_id').toString('base64url')
  if (allowCredentials.length > 0 && !allowCredentials.includes(id)) {
    refuse('credential_id', 'the credential is not one of those allowed')
  }
  if (id !== credential.id) refuse('credential_id', 'the credential is not the stored one')
  judgeUserHandle(response.userHandle, credential.userHandle, userHandleRequired === true)
}

function judgeUserHandle(sent: string | undefined, owner: string, required: boolean): void {
  if (sent === undefined) {
    if (required) refuse('user_handle', 'no user handle although the user is not known')
    return
  }
  const handle = fromBase64url(sent, 'user_handle').toString('base64url')
  if (handle !== owner || handle === '') refuse('user_handle', 'the user handle is not that of the owner')
}
