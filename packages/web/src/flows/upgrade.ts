import { isConditionalCreateAvailable } from '../browser/platform.ts'
import type { Client } from '../client/client.ts'
import { PasskeyError } from '../errors.ts'
import type { SignedIn } from '../types.ts'
import { type CreatePasskeyOptions, createPasskey } from './sign-up.ts'

/**
 * Lets the browser create a passkey without a dialog (WebAuthn Level 3 §5.1.3), right after another kind of sign-in.
 * Undefined if the browser can't or doesn't; the user needs no message then.
 * @throws ApiError if the service rejects the call or is unreachable
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
