import { creationError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { creationOptions, creationResult } from './credentials.ts'
import type { CreationResult } from './wire.ts'

/**
 * Lets an authenticator make a passkey; a failure is reported with the session.
 * @throws PasskeyError when the ceremony ends without one
 */
export async function createCredential(
  client: Client,
  { session, options }: { session: string; options: PublicKeyCredentialCreationOptionsJSON },
  { conditionalCreate, signal }: { conditionalCreate?: boolean; signal?: AbortSignal },
): Promise<CreationResult> {
  const request: CredentialCreationOptions & { mediation?: 'conditional' } = { signal }
  if (conditionalCreate) request.mediation = 'conditional'
  try {
    request.publicKey = creationOptions(options)
    return creationResult((await navigator.credentials.create(request)) as PublicKeyCredential)
  } catch (cause) {
    const error = creationError(cause, request)
    if (!signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
