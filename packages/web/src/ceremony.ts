import { PasskeyError, unsupported } from './errors.ts'

/** A page can have one ceremony at a time, whichever client began it (WebAuthn §5.1). */
let pending: AbortController | undefined

/**
 * Runs a ceremony after ending the one that waits, such as an autofill.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED — ended by the caller's signal or by the next ceremony,
 * ERROR_GENERAL_ERROR where the page or the browser has no WebAuthn
 */
export async function ceremony<Result>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!globalThis.PublicKeyCredential) throw unsupported('No WebAuthn here: use https or localhost')
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

/** Runs with a controller of its own that also follows the outer signal. */
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

/** A caller may abort with any reason, which the browser then throws as it is. */
function aborted(cause: unknown): PasskeyError {
  return new PasskeyError('ERROR_PASSKEY_ABORTED', cause instanceof PasskeyError ? cause.cause : cause)
}
