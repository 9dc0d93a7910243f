import { ApiError, isConditionalUIAvailable, PasskeyError } from '@thumbturn/web'
import { useEffect, useState } from 'react'
import { thumbturn } from '../session/session.ts'

/** Offers passkeys in the address field while `waiting`; a button that starts a ceremony of its own ends it. */
export function useAutofill(waiting: boolean): { error?: Error } {
  const [error, setError] = useState<Error>()
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

async function offer(signal: AbortSignal): Promise<void> {
  if (!(await isConditionalUIAvailable()) || signal.aborted) return
  await thumbturn.authenticateWithPasskeyAutofill({ signal })
}

/** Nobody asked for the offer, so only a chosen passkey that failed is worth a message. */
function worthTelling(cause: unknown): boolean {
  if (cause instanceof PasskeyError) return cause.code === 'ERROR_DOMAIN_MISMATCH'
  return cause instanceof ApiError && cause.status !== 0
}
