import { PasskeyError, unsupported } from './errors.ts'

/** WebAuthn §5.1: a page has one ceremony at a time, across all clients. */
let pending: AbortController | undefined

/**
 * Runs a ceremony after aborting the pending one, such as an autofill.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the caller's signal or the next ceremony ends it;
 * ERROR_GENERAL_ERROR if the page or the browser has no WebAuthn
 */
export async function ceremony<Result>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!globalThis.PublicKeyCredential) throw unsupported('No WebAuthn on this page: use https or localhost')
  pending?.abort()
  return linked(outer, async (mine) => {
    pending = mine
    try {
      return await run(mine.signal)
    } catch (cause) {
      throw mine.signal.aborted ? aborted(cause) : cause
    } finally {
      if (pending === mine) pending = undefined
    }
  })
}

/** Runs with a new controller that also follows the outer signal. */
export async function linked<Result>(
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
function aborted(cause: unknown): PasskeyError {
  return new PasskeyError('ERROR_PASSKEY_ABORTED', cause instanceof PasskeyError ? cause.cause : cause)
}
