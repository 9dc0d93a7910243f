import { type ComponentPropsWithoutRef, type FocusEvent, forwardRef, useEffect, useRef, useState } from 'react'
import { PasskeyError } from '../errors.ts'
import { authenticateWithPasskeyAutofill } from '../sign-in.ts'
import { isConditionalUIAvailable } from '../support.ts'
import type { SignedIn } from '../types.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useShared } from './ThumbturnProvider.tsx'

/** All that an input may have, and whom to tell. */
export interface AutofillInputProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onError'> {
  onSignedIn?: ((result: SignedIn) => void) | undefined
  /** A failed autofill is begun again when the input gets the focus. */
  onError?: ((error: PasskeyFailure) => void) | undefined
  /** See authenticateWithPasskeyAutofill. */
  renewAfterMs?: number | undefined
}

/**
 * An input for a username whose autofill offers passkeys, where the browser can. The autofill waits from the first
 * rendering on, makes way for every other ceremony, and comes back when that one ended without a sign-in.
 */
export const AutofillInput = forwardRef<HTMLInputElement, AutofillInputProps>(function AutofillInput(
  { onSignedIn, onError, renewAfterMs, onFocus, ...input },
  ref,
) {
  const { client, session, busy, refresh } = useShared()
  const [attempt, setAttempt] = useState(0)
  const failed = useRef(false)
  const told = useRef({ onSignedIn, onError })
  useEffect(() => {
    told.current = { onSignedIn, onError }
  })

  const waits = !busy && !session
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    if (!waits) return
    const controller = new AbortController()
    const { signal } = controller
    const wait = async () => {
      // Asked before anything is sent: StrictMode mounts twice, and the first time is over by then.
      if (!(await isConditionalUIAvailable()) || signal.aborted) return
      try {
        const result = await authenticateWithPasskeyAutofill(client, { signal, renewAfterMs })
        refresh()
        told.current.onSignedIn?.(result)
      } catch (error) {
        if (signal.aborted) return
        failed.current = true
        if (!(error instanceof PasskeyError && error.code === 'ERROR_PASSKEY_ABORTED'))
          told.current.onError?.(toFailure(error))
      }
    }
    void wait()
    return () => controller.abort()
  }, [client, waits, attempt, renewAfterMs, refresh])

  const tryAgain = (event: FocusEvent<HTMLInputElement>) => {
    onFocus?.(event)
    if (!failed.current) return
    failed.current = false
    setAttempt((before) => before + 1)
  }
  return <input autoComplete="username webauthn" name="username" {...input} ref={ref} onFocus={tryAgain} />
})
