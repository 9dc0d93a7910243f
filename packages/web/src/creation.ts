import { toCreationError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { parseCreationOptions, toCreationResult } from './credentials.ts'
import type { CreationResult } from './wire.ts'

/**
 * Creates a passkey with an authenticator. A failure is reported to the service.
 * @throws PasskeyError if the ceremony ends without a passkey
 */
export async function createCredential(
  client: Client,
  { session, options }: { session: string; options: PublicKeyCredentialCreationOptionsJSON },
  { conditionalCreate, signal }: { conditionalCreate?: boolean; signal?: AbortSignal },
): Promise<CreationResult> {
  const request: CredentialCreationOptions & { mediation?: 'conditional' } = { signal }
  if (conditionalCreate) request.mediation = 'conditional'
  try {
    request.publicKey = parseCreationOptions(options)
    return toCreationResult((await navigator.credentials.create(request)) as PublicKeyCredential)
  } catch (cause) {
    const error = toCreationError(cause, request)
    if (!signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
