import { hasWebAuthn } from '../browser/support.ts'
import { maxDelayMs, throwIfAborted } from '../browser/tolerance.ts'
import { createUnsupportedError, PasskeyError } from '../errors.ts'

/** A ceremony with an authenticator, and the call that completes it. */
export interface Ceremony<Answer, Result> {
  /** Asks the browser. The next ceremony of the page aborts it. */
  ask(signal: AbortSignal): Promise<Answer>
  /** Sends the result to the service. Only the caller's signal aborts it. */
  complete(answer: Answer, signal: AbortSignal): Promise<Result>
  /** The user didn't ask for it, as for an autofill: it waits until dialogs have ended. */
  isBackground?: boolean | undefined
}

/** WebAuthn §5.1: a page has one ceremony at a time, across all clients. */
let pending: AbortController | undefined

/** The ceremonies that users started, across all clients. They never reject. */
const dialogs = new Set<Promise<unknown>>()

/** Waits for the ceremonies that users started. False if there are none. */
export async function waitForDialogs(): Promise<boolean> {
  const isOpen = dialogs.size > 0
  while (dialogs.size > 0) await Promise.all(dialogs)
  return isOpen
}

/**
 * Runs a ceremony after aborting the pending one, such as an autofill.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED as soon as the caller's signal or the next ceremony ends it;
 * ERROR_GENERAL_ERROR if the page or the browser has no WebAuthn
 */
export async function runCeremony<Answer, Result>(
  outer: AbortSignal | undefined,
  { ask, complete, isBackground }: Ceremony<Answer, Result>,
): Promise<Result> {
  if (!hasWebAuthn()) throw createUnsupportedError('No WebAuthn: use https or localhost')
  const result = runAbortable(outer, async ({ signal }) => {
    while (isBackground && dialogs.size > 0) await waitForDialogs()
    throwIfAborted(signal)
    pending?.abort()
    const answer = await runAbortable(signal, (controller) => {
      pending = controller
      return ask(controller.signal)
    })
    return complete(answer, signal)
  })
  if (!isBackground) {
    const dialog: Promise<unknown> = result.catch(() => {}).then(() => dialogs.delete(dialog))
    dialogs.add(dialog)
  }
  return result
}

/**
 * Runs with a controller that also follows the outer signal and aborts after `maxMs` milliseconds. Ends as soon as the controller
 * aborts, even if the browser or a password manager ignores that; what they return later is dropped.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the controller aborts
 */
export async function runAbortable<Result>(
  outer: AbortSignal | undefined,
  run: (controller: AbortController) => Promise<Result>,
  maxMs?: number,
): Promise<Result> {
  const controller = new AbortController()
  const timer = maxMs! > 0 && setTimeout(() => controller.abort(), Math.min(maxMs!, maxDelayMs))
  const { signal } = controller
  const follow = () => controller.abort(outer?.reason)
  outer?.addEventListener('abort', follow)
  try {
    if (outer?.aborted) follow()
    throwIfAborted(signal)
    return await new Promise<Result>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      // Managers don't always return a promise.
      void (async () => run(controller))().then(resolve, reject)
    })
  } catch (cause) {
    throw signal.aborted ? createAbortError(cause) : cause
  } finally {
    if (timer) clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
    // Ends what still listens to it.
    controller.abort()
  }
}

/** Browsers throw the abort reason unchanged, and a caller can choose any reason. */
const createAbortError = (cause: unknown): PasskeyError =>
  new PasskeyError('ERROR_PASSKEY_ABORTED', cause instanceof PasskeyError ? cause.cause : cause)
