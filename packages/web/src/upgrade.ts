import type { Client } from './client.ts'
import { PasskeyError } from './errors.ts'
import { type CreatePasskeyOptions, createPasskey } from './sign-up.ts'
import { isConditionalCreateAvailable } from './support.ts'
import type { SignedIn } from './types.ts'

/**
 * Right after another kind of sign-in: lets the browser create a passkey without a dialog (WebAuthn Level 3 §5.1.3).
 * Undefined where it cannot or would rather not, which is nothing to show to anybody.
 * @throws ApiError when the service refuses or cannot be reached
 */
export async function upgradeToPasskey(
  client: Client,
  username: string,
  options?: Omit<CreatePasskeyOptions, 'conditionalCreate'>,
): Promise<SignedIn | undefined> {
  if (!(await isConditionalCreateAvailable())) return undefined
  try {
    return await createPasskey(client, username, { ...options, conditionalCreate: true })
  } catch (error) {
    if (error instanceof PasskeyError) return undefined
    throw error
  }
}
