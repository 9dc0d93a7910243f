import { isConditionalUIAvailable } from '../browser/support.ts'
import { maxDelayMs } from '../browser/tolerance.ts'
import { type Assertion, createAssertion } from '../ceremonies/assertion.ts'
import { runAbortable, runCeremony, waitForDialogs } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { createStartBody } from '../client/start-body.ts'
import { getSessionInfo } from '../client/token.ts'
import type { AuthInit, AuthInitBody } from '../client/wire.ts'
import { createUnsupportedError } from '../errors.ts'
import type { SignedIn } from '../types.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { finishSignIn } from './store-sign-in.ts'

/** Options of an autofill. */
export interface AutofillOptions {
  /** Aborts the autofill. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds after which a waiting autofill requests a new challenge. By default, and at most, four fifths of the session's
   * lifetime, which the service states.
   */
  renewAfterMs?: number | undefined
}

/**
 * Offers passkeys in the autofill of an input with autocomplete="username webauthn" and waits until the user chooses
 * one. While the user has a dialog open, it waits until that has ended.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the signal or another ceremony ends it
 * @throws ApiError if the service rejects the call or is unreachable
 */
export async function authenticateWithPasskeyAutofill(
  client: Client,
  options: AutofillOptions = {},
): Promise<SignedIn> {
  const response = await runCeremony(options.signal, {
    isBackground: true,
    ask: async (signal) => {
      if (!(await isConditionalUIAvailable())) {
        throw createUnsupportedError('No autofill: check isConditionalUIAvailable()')
      }
      for (;;) {
        const chosen = await waitForChoice(client, signal, options.renewAfterMs)
        if (chosen) return chosen
      }
    },
    complete: (assertion, signal) => completeSignIn(client, assertion, signal),
  })
  return finishSignIn(client, response, options.signal)
}

/** For components: the same, and offered again after a dialog that interrupted it and ended without a sign-in. */
export async function offerAutofill(client: Client, options: AutofillOptions): Promise<SignedIn> {
  for (;;) {
    try {
      return await authenticateWithPasskeyAutofill(client, options)
    } catch (error) {
      const isInterrupted = await waitForDialogs()
      if (!isInterrupted || options.signal?.aborted || getSessionInfo(client)) throw error
    }
  }
}

/** Waits for one challenge; undefined once it is too old. */
async function waitForChoice(
  client: Client,
  outer: AbortSignal,
  renewAfterMs: number | undefined,
): Promise<Assertion | undefined> {
  const user = { username: '', usernameType: 'other' as const }
  const body: AuthInitBody = { ...(await createStartBody(client, user)), mediation: 'conditional' }
  const started = await callService<AuthInit>(client, { path: '/auth/init', body, signal: outer })
  let isOld = false
  try {
    return await runAbortable(outer, (controller) => {
      const renew = () => {
        isOld = true
        controller.abort()
      }
      const { signal } = controller
      callWhenOld(renew, { ms: findMaximumAge(started.assertionOptions.timeout, renewAfterMs), signal })
      return createAssertion(client, started, { signal, mediation: 'conditional' })
    })
  } catch (error) {
    if (outer.aborted || !isOld) throw error
    return undefined
  }
}

/** In milliseconds. The rest of the session's lifetime is for choosing a passkey. */
function findMaximumAge(lifetimeMs: number, wantedMs = Number.POSITIVE_INFINITY): number {
  const usable = Math.max(0.8 * (lifetimeMs > 0 ? lifetimeMs : 300_000), 1000)
  return Math.min(wantedMs > 0 ? wantedMs : usable, usable, maxDelayMs)
}

/** Timers stop while a device sleeps, so a page that is shown again looks at the clock. A hidden page waits until then. */
function callWhenOld(renew: () => void, { ms, signal }: { ms: number; signal: AbortSignal }): void {
  const startedAt = Date.now()
  let isOld = false
  const look = (event?: Partial<PageTransitionEvent>) => {
    // Browsers end the ceremonies of a page that they keep for the way back, not always with an exception.
    isOld ||= Boolean(event?.persisted) || Date.now() - startedAt >= ms
    if (isOld && !document.hidden) renew()
  }
  const timer = setTimeout(() => {
    isOld = true
    look()
  }, ms)
  signal.addEventListener('abort', () => clearTimeout(timer))
  for (const event of ['visibilitychange', 'pageshow']) globalThis.addEventListener?.(event, look, { signal })
}
