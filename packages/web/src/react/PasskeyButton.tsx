import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent, useEffect, useRef } from 'react'
import type { SignInCallbacks, SignInFallback } from '../sign-in.ts'
import type { PasskeyHint, SignedIn } from '../types.ts'
import type { PasskeyFailure } from './failure.ts'
import { usePasskey } from './use-passkey.ts'

/** Attributes of a button, and the options of its ceremony. */
export interface PasskeyButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onError'> {
  /** `signIn` by default. */
  action?: 'signIn' | 'signUp' | undefined
  /** Required for sign-up (ERROR_USERNAME_MISSING). Without it, sign-in offers all passkeys of this site. */
  username?: string | undefined
  displayName?: string | undefined
  /** Token with reg:write that your backend was granted. */
  token?: string | undefined
  hints?: PasskeyHint[] | undefined
  callbacks?: SignInCallbacks | undefined
  onSignedIn?: ((result: SignedIn) => void) | undefined
  /** Every error except a canceled dialog. */
  onError?: ((error: PasskeyFailure) => void) | undefined
}

/** A button that signs in or up, and is marked busy for screen readers meanwhile. */
export const PasskeyButton = forwardRef<HTMLButtonElement, PasskeyButtonProps>(function PasskeyButton(
  { action = 'signIn', username, children, ...props },
  ref,
) {
  const { displayName, token, hints, callbacks, onSignedIn, onError, onClick, ...button } = props
  const { status, error, createPasskey, signIn } = usePasskey()
  const pending = status === 'pending'

  const latestOnError = useRef(onError)
  useEffect(() => {
    latestOnError.current = onError
  })
  useEffect(() => {
    if (status === 'failed' && error) latestOnError.current?.(error)
  }, [status, error])

  const start = async (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || pending) return
    const result: SignedIn | SignInFallback | undefined =
      action === 'signUp'
        ? await createPasskey(username ?? '', { displayName, token, hints })
        : await signIn(username, { callbacks, hints })
    if (result?.isAuthenticated) onSignedIn?.(result)
  }
  // `disabled` would take the focus away from the button.
  return (
    <button
      ref={ref}
      type="button"
      {...button}
      aria-busy={pending}
      aria-disabled={pending || button['aria-disabled']}
      onClick={start}
    >
      {children ?? (action === 'signUp' ? 'Create a passkey' : 'Sign in with a passkey')}
    </button>
  )
})
