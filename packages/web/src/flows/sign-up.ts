import {
  createCredential,
  isConditionalCreateAvailable,
  isPaymentConfirmationAvailable,
  signal,
} from '../browser/platform.ts'
import { runCeremony } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { createStartBody } from '../client/start-body.ts'
import { decodeToken, readToken } from '../client/token.ts'
import type { RegCompleteBody, RegInit, RegInitBody, TokenResponse } from '../client/wire.ts'
import { createUnsupportedError, PasskeyError } from '../errors.ts'
import { runRegistration } from '../passkeys/registrations.ts'
import type { CreationResult, PasskeyHint, SignedIn } from '../types.ts'
import type { UsernameType } from '../vocabulary.ts'
import { finishSignIn, storeSignIn } from './store-sign-in.ts'

/** Options of a passkey's creation. */
export interface CreatePasskeyOptions {
  /**
   * Token with reg:write that your backend was granted. By default, the stored token is sent if it belongs to this
   * username.
   */
  token?: string | undefined
  /** Name shown in account pickers. */
  displayName?: string | undefined
  /** Name of the passkey in lists; by default, the service chooses one. */
  passkeyName?: string | undefined
  usernameType?: UsernameType | undefined
  /** Creates the passkey without a dialog, right after another kind of sign-in; see isConditionalCreateAvailable. */
  conditionalCreate?: boolean | undefined
  /** Asks for a security key instead of this device. */
  securityKey?: boolean | undefined
  /** The passkey can also confirm payments, if the application and the browser support it; it is then on this device. */
  payment?: boolean | undefined
  /** The kind of authenticator that the browser suggests first (WebAuthn Level 3 §5.8.7). */
  hints?: PasskeyHint[] | undefined
  /** Aborts the ceremony. */
  signal?: AbortSignal | undefined
}

/**
 * Creates a passkey: the first of a new user, or another one for the user of the stored or granted token.
 * @throws PasskeyError if the ceremony ends without a passkey
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function createPasskey(
  client: Client,
  username: string,
  options: CreatePasskeyOptions = {},
): Promise<SignedIn> {
  const { passkeyName, hints, conditionalCreate } = options
  const response = await runRegistration(() =>
    runCeremony(options.signal, {
      isBackground: conditionalCreate,
      ask: async (signal) => {
        if (conditionalCreate) await requireConditionalCreate()
        const started = await startRegistration(client, username, { ...options, signal })
        const { session, registrationRequestOptions: given } = started
        const wanted = { session, options: { ...given, hints: hints ?? given.hints } }
        return { started, creationResult: await createCredential(client, wanted, { conditionalCreate, signal }) }
      },
      complete: async (created, signal) =>
        storeSignIn(client, await completeRegistration(client, created, passkeyName), signal),
    }),
  )
  // After the registration, because lists fetched during one are never signaled.
  return finishSignIn(client, response, options.signal)
}

/** Other browsers ignore the option and would surprise the user with a dialog. */
async function requireConditionalCreate(): Promise<void> {
  if (await isConditionalCreateAvailable()) return
  throw createUnsupportedError('No conditional create')
}

async function startRegistration(client: Client, username: string, options: CreatePasskeyOptions): Promise<RegInit> {
  const { displayName, conditionalCreate, securityKey, usernameType = 'other', signal } = options
  const wantsPayment = options.payment && !conditionalCreate && !securityKey
  const payment = wantsPayment && (await isPaymentConfirmationAvailable()) ? { payment: true } : {}
  const body: RegInitBody = {
    ...(await createStartBody(client, { username, usernameType, displayName })),
    passkeyOptions: { conditionalCreate, securityKey, ...payment },
  }
  const token = options.token ?? findUserToken(client, username)
  const started = await callService<RegInit>(client, { path: '/reg/init', body, token, signal })
  // The options are decoys: the service would never accept a passkey created with them.
  if (started.action === 'signIn') throw new PasskeyError('ERROR_SIGN_IN_REQUIRED')
  if (started.action === 'fail') throw new PasskeyError('ERROR_REGISTRATION_REJECTED')
  return started
}

/** The stored token, unless it belongs to another user. */
function findUserToken(client: Client, username: string): string | undefined {
  const token = readToken(client)
  return decodeToken(token)?.username === username ? token : undefined
}

/** Isn't aborted, because an aborted registration may still have happened: until then, lists are outdated. */
async function completeRegistration(
  client: Client,
  { started, creationResult }: { started: RegInit; creationResult: CreationResult },
  passkeyName?: string,
): Promise<TokenResponse> {
  const { session, registrationRequestOptions: wanted } = started
  const body: RegCompleteBody = { session, creationResult, passkeyName }
  try {
    return await runRegistration(() => callService(client, { path: '/reg/complete', body }))
  } catch (error) {
    await signal(client, ({ signalRejected }) => signalRejected(error, wanted.rp.id!, creationResult.credentialId))
    throw error
  }
}
