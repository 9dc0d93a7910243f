import { createUnsupportedError, PasskeyError } from './errors.ts'
import { hasWebAuthn } from './support.ts'

/** WebAuthn §5.1: a page has one ceremony at a time, across all clients. */
let pending: AbortController | undefined

/**
 * Runs a ceremony after aborting the pending one, such as an autofill.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the caller's signal or the next ceremony ends it;
 * ERROR_GENERAL_ERROR if the page or the browser has no WebAuthn
 */
export async function runCeremony<Result>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!hasWebAuthn()) throw createUnsupportedError('No WebAuthn: use https or localhost')
  pending?.abort()
  return runAbortable(outer, async (controller) => {
    pending = controller
    try {
      return await run(controller.signal)
    } catch (cause) {
      throw controller.signal.aborted ? createAbortError(cause) : cause
    } finally {
      if (pending === controller) pending = undefined
    }
  })
}

/** Runs with a new controller that also follows the outer signal. */
export async function runAbortable<Result>(
  outer: AbortSignal | undefined,
  run: (controller: AbortController) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow)
  try {
    return await run(controller)
  } finally {
    outer?.removeEventListener('abort', follow)
  }
}

/** Browsers throw the abort reason unchanged, and a caller can choose any reason. */
function createAbortError(cause: unknown): PasskeyError {
  return new PasskeyError('ERROR_PASSKEY_ABORTED', cause instanceof PasskeyError ? cause.cause : cause)
}
