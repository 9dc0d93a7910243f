import { ApiError, isConditionalUIAvailable, PasskeyError } from '@thumbturn/web'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Offers passkeys in the username field while `waiting`; a button that starts another ceremony aborts it. Offers them again after a
 * failure when a field receives the focus or a click. `signIn` is the page's sign-in, which runs until the signal aborts.
 */
export function useAutofill(waiting: boolean, signIn: (signal: AbortSignal) => Promise<unknown>): { error?: Error } {
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if ((await isConditionalUIAvailable()) && !signal.aborted) await signIn(signal)
  })
  useEffect(() => {
    if (!waiting) return
    const controller = new AbortController()
    const { signal } = controller
    offer(signal).catch((cause) => {
      if (signal.aborted) return
      if (isRelevant(cause)) setError(cause)
      for (const event of ['focusin', 'click']) addEventListener(event, () => setAttempt(attempt + 1), { signal })
    })
    return () => controller.abort()
  }, [waiting, attempt])
  return { error }
}

/** The user didn't start the autofill, so only a chosen passkey that failed is worth a message. */
function isRelevant(cause: unknown): boolean {
  if (cause instanceof PasskeyError) return cause.code === 'ERROR_DOMAIN_MISMATCH'
  return cause instanceof ApiError && cause.status !== 0
}
