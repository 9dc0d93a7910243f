import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import { badRequest } from '../errors.ts'
import { whoIsMeant } from '../passkeys/asked-for.ts'
import type { Descriptor } from '../passkeys/decoys.ts'
import type { TransactionFlow } from '../sessions.ts'
import { requiredUsernameKey } from '../users/username.ts'
import { challengeOf, longestPayload } from './transaction.ts'

export type TransactionBegun = {
  txId: string
  session: string
  options: {
    challenge: string
    rpId: string
    allowCredentials: Descriptor[]
    timeout: number
    userVerification: 'required'
  }
}

/**
 * Begins the confirmation of a transaction and writes nothing: payload and nonce travel sealed in the session, so what
 * was signed is what is stored. A user without passkeys and a name that nobody has get decoy credential ids.
 * @throws AppError bad_request: the payload is too long
 */
export async function beginTransaction(
  core: Core,
  input: { application: Application; username: string; txType: 'raw'; payload: string; nonce: string },
): Promise<TransactionBegun> {
  const { application, txType, nonce } = input
  const payload = Buffer.from(input.payload)
  if (payload.length > longestPayload)
    throw badRequest(`txPayload has ${payload.length} bytes in UTF-8, of ${longestPayload} allowed: send its hash`)
  const { userId, allow } = await whoIsMeant(core, application.id, requiredUsernameKey(input.username))
  const startedAt = core.now()
  const flow: TransactionFlow = {
    purpose: 'transaction',
    id: core.random.uuid(),
    appId: application.id,
    startedAt,
    expiresAt: startedAt + application.settings.ceremonySeconds * 1000,
    userId,
    txType,
    payload: payload.toString('base64url'),
    nonce,
    serverNonce: core.random.text(32),
  }
  return { txId: flow.id, session: core.sessions.seal(flow), options: optionsOf(application, flow, allow) }
}

/** What the browser is asked to sign. */
export const optionsOf = (
  { rpId, settings }: Application,
  flow: TransactionFlow,
  allowCredentials: Descriptor[],
): TransactionBegun['options'] => ({
  challenge: challengeOf(flow),
  rpId,
  allowCredentials,
  timeout: settings.ceremonySeconds * 1000,
  // Whatever the application's setting: who confirms must be the user, not whoever holds the device.
  userVerification: 'required',
})
