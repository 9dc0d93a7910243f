import type { Client } from '../client/client.ts'
import { signal as sendSignal } from '../passkeys/keep-in-step.ts'
import type { CreationOptionsJSON, CreationResult } from '../types.ts'
import { runAbortable } from './ceremony.ts'
import { toCreationError } from './ceremony-errors.ts'
import { reportFailure } from './client-events.ts'
import { parseCreationOptionsFromJSON, toCreationResult } from './credentials.ts'

/**
 * Creates a passkey with an authenticator. A failure is reported to the service.
 * @throws PasskeyError if the ceremony ends without a passkey
 */
export async function createCredential(
  client: Client,
  { session, options }: { session: string; options: CreationOptionsJSON },
  { conditionalCreate, signal }: { conditionalCreate?: boolean | undefined; signal: AbortSignal },
): Promise<CreationResult> {
  const request: CredentialCreationOptions & { mediation?: 'conditional' } = {}
  if (conditionalCreate) request.mediation = 'conditional'
  const create = async ({ signal }: AbortController) => {
    const created = toCreationResult(await navigator.credentials.create({ ...request, signal }))
    // Nothing will register it, so account pickers should not show it.
    if (signal.aborted)
      void sendSignal(client, ({ signalUnknown }) => signalUnknown(options.rp.id!, created.credentialId))
    return created
  }
  try {
    request.publicKey = parseCreationOptionsFromJSON(options)
    // The session ends, even if a password manager never returns.
    return await runAbortable(signal, create, options.timeout)
  } catch (cause) {
    const error = toCreationError(cause, request)
    if (!signal.aborted) reportFailure(client, session, error)
    throw error
  }
}
