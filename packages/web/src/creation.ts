import { toCreationError } from './ceremony-errors.ts'
import type { Client } from './client.ts'
import { reportFailure } from './client-events.ts'
import { parseCreationOptionsFromJSON, toCreationResult } from './credentials.ts'
import type { CreationOptionsJSON, CreationResult } from './types.ts'

/**
 * Creates a passkey with an authenticator. A failure is reported to the service.
 * @throws PasskeyError if the ceremony ends without a passkey
 */
export async function createCredential(
  client: Client,
  { session, options }: { session: string; options: CreationOptionsJSON },
  { conditionalCreate, signal }: { conditionalCreate?: boolean; signal?: AbortSignal },
): Promise<CreationResult> {
  const request: CredentialCreationOptions & { mediation?: 'conditional' } = { signal }
  if (conditionalCreate) request.mediation = 'conditional'
  try {
    request.publicKey = parseCreationOptionsFromJSON(options)
    return toCreationResult(await navigator.credentials.create(request))
  } catch (cause) {
    const error = toCreationError(cause, request)
    if (!signal?.aborted) reportFailure(client, session, error)
    throw error
  }
}
