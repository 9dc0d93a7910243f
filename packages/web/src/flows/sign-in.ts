import { createAssertion } from '../browser/platform.ts'
import { runAbortable, runCeremony } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { createStartBody } from '../client/start-body.ts'
import type { AuthInit, AuthInitBody } from '../client/wire.ts'
import { PasskeyError } from '../errors.ts'
import type { PasskeyHint, SignedIn } from '../types.ts'
import type { CrossAuthMethod, FallbackMethod, UsernameType } from '../vocabulary.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { finishSignIn } from './store-sign-in.ts'

/** Receives the ways to sign in that the service offers instead. Don't cache the list: it can change. */
export type FallbackCallback = (username: string, methods: (CrossAuthMethod | FallbackMethod)[]) => void | Promise<void>

/** The fallback if no passkey can be used. */
export interface SignInCallbacks {
  /** The passkey is on another device. Without this callback, onFallback is called. */
  onCrossAuth?: FallbackCallback | undefined
  /** There is no passkey. */
  onFallback?: FallbackCallback | undefined
}

/** Options of a sign-in. */
export interface SignInOptions {
  usernameType?: UsernameType | undefined
  callbacks?: SignInCallbacks | undefined
  /** The kind of authenticator that the browser suggests first (WebAuthn Level 3 §5.8.7). */
  hints?: PasskeyHint[] | undefined
  /** Aborts the ceremony. */
  signal?: AbortSignal | undefined
}

/** A callback took over. The user is not signed in yet. */
export interface SignInFallback {
  isAuthenticated: false
  action: 'crossAuth' | 'fallback'
}

/**
 * Signs a user in with a passkey. Without a username, the user chooses among the passkeys of this site.
 * @throws PasskeyError if the ceremony ends without an assertion; ERROR_NO_PASSKEY if a callback is missing
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function authenticateWithPasskey(
  client: Client,
  username = '',
  options: SignInOptions = {},
): Promise<SignedIn | SignInFallback> {
  const ended = await runCeremony(options.signal, {
    ask: async (signal) => {
      const started = await startSignIn(client, username, { ...options, signal })
      const proceed = (started.action ?? 'proceed') === 'proceed'
      return proceed ? createAssertion(client, started, { signal, hints: options.hints }) : started
    },
    complete: async (answer, signal) => ('assertionResult' in answer ? completeSignIn(client, answer, signal) : answer),
  })
  if ('jwtAccess' in ended) return finishSignIn(client, ended, options.signal)
  return runAbortable(options.signal, () => callFallback(username, ended, options.callbacks))
}

async function startSignIn(client: Client, username: string, options: SignInOptions): Promise<AuthInit> {
  const { usernameType = 'other', signal } = options
  const body: AuthInitBody = await createStartBody(client, { username, usernameType })
  return callService(client, { path: '/auth/init', body, signal })
}

async function callFallback(
  username: string,
  started: AuthInit,
  callbacks: SignInCallbacks = {},
): Promise<SignInFallback> {
  const { action, crossAuthMethods = [], fallbackMethods = [] } = started
  const callback = (action === 'crossAuth' && callbacks.onCrossAuth) || callbacks.onFallback
  if (!callback || (action !== 'crossAuth' && action !== 'fallback')) throw new PasskeyError('ERROR_NO_PASSKEY')
  await callback(username, [...crossAuthMethods, ...fallbackMethods])
  return { isAuthenticated: false, action }
}
