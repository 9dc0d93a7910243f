import { type ComponentPropsWithoutRef, forwardRef, useEffect, useRef, useState } from 'react'
import { isConditionalUIAvailable } from '../browser/support.ts'
import { PasskeyError } from '../errors.ts'
import { offerAutofill } from '../flows/autofill.ts'
import type { SignedIn } from '../types.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useSharedState } from './ThumbturnProvider.tsx'

/** Attributes of an input, and callbacks. */
export interface AutofillInputProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onError'> {
  onSignedIn?: ((result: SignedIn) => void) | undefined
  /** A failed autofill restarts when the input receives the focus or a click. */
  onError?: ((error: PasskeyFailure) => void) | undefined
  /** See authenticateWithPasskeyAutofill. */
  renewAfterMs?: number | undefined
}

/**
 * A username input whose autofill offers passkeys, if the browser supports it. The autofill waits from the first
 * render, is aborted by every other ceremony, and restarts if that ceremony ends without a sign-in.
 */
export const AutofillInput = forwardRef<HTMLInputElement, AutofillInputProps>(function AutofillInput(
  { onSignedIn, onError, renewAfterMs, onFocus, onClick, ...input },
  ref,
) {
  const { client, session, busy, refresh } = useSharedState()
  const [attempt, setAttempt] = useState(0)
  const failed = useRef(false)
  const callbacks = useRef({ onSignedIn, onError })
  useEffect(() => {
    callbacks.current = { onSignedIn, onError }
  })

  const isWaiting = !busy && !session
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt restarts the autofill
  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    const { signal } = controller
    const wait = async () => {
      // Checked before the first request: StrictMode mounts twice and has aborted the first mount by now.
      if (!(await isConditionalUIAvailable()) || signal.aborted) return
      try {
        const result = await offerAutofill(client, { signal, renewAfterMs })
        refresh()
        callbacks.current.onSignedIn?.(result)
      } catch (error) {
        if (signal.aborted) return
        failed.current = true
        if (!(error instanceof PasskeyError && error.code === 'ERROR_PASSKEY_ABORTED'))
          callbacks.current.onError?.(toFailure(error))
      }
    }
    void wait()
    return () => controller.abort()
  }, [client, isWaiting, attempt, renewAfterMs, refresh])

  const restart = () => {
    if (!failed.current) return
    failed.current = false
    setAttempt((before) => before + 1)
  }
  return (
    <input
      autoComplete="username webauthn"
      name="username"
      {...input}
      ref={ref}
      onFocus={(event) => {
        onFocus?.(event)
        restart()
      }}
      onClick={(event) => {
        onClick?.(event)
        restart()
      }}
    />
  )
})
