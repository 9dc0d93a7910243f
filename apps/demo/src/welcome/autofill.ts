import { ApiError, isConditionalUIAvailable, PasskeyError } from '@thumbturn/web'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Offers passkeys in the field for the name while `waiting`; a button that starts a ceremony of its own ends it. `signIn`
 * is the sign-in of the page, until the signal ends it.
 */
export function useAutofill(waiting: boolean, signIn: (signal: AbortSignal) => Promise<unknown>): { error?: Error } {
  const [error, setError] = useState<Error>()
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if ((await isConditionalUIAvailable()) && !signal.aborted) await signIn(signal)
  })
  useEffect(() => {
    if (!waiting) return
    const controller = new AbortController()
    offer(controller.signal).catch((cause) => {
      if (!controller.signal.aborted && worthTelling(cause)) setError(cause)
    })
    return () => controller.abort()
  }, [waiting])
  return { error }
}

/** Nobody asked for the offer, so only a chosen passkey that failed is worth a message. */
function worthTelling(cause: unknown): boolean {
  if (cause instanceof PasskeyError) return cause.code === 'ERROR_DOMAIN_MISMATCH'
  return cause instanceof ApiError && cause.status !== 0
}
