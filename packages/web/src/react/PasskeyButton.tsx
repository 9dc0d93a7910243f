import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent, useEffect, useRef } from 'react'
import type { HandedOver, SignInCallbacks } from '../sign-in.ts'
import type { PasskeyHint, SignedIn } from '../types.ts'
import type { PasskeyFailure } from './failure.ts'
import { usePasskey } from './use-passkey.ts'

/** All that a button may have, and what its ceremony needs. */
export interface PasskeyButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onError'> {
  /** Signs in by default. */
  action?: 'signIn' | 'signUp' | undefined
  /** Without it a sign-up fails with ERROR_USERNAME_MISSING, and a sign-in lets the authenticator name the user. */
  username?: string | undefined
  displayName?: string | undefined
  /** Token that your backend was granted with reg:write. */
  token?: string | undefined
  hints?: PasskeyHint[] | undefined
  callbacks?: SignInCallbacks | undefined
  onSignedIn?: ((result: SignedIn) => void) | undefined
  /** Every failure but a cancelled dialog. */
  onError?: ((error: PasskeyFailure) => void) | undefined
}

/** A button that signs in, or up, and says to screen readers while it waits. */
export const PasskeyButton = forwardRef<HTMLButtonElement, PasskeyButtonProps>(function PasskeyButton(
  { action = 'signIn', username, children, ...props },
  ref,
) {
  const { displayName, token, hints, callbacks, onSignedIn, onError, onClick, ...button } = props
  const { status, error, createPasskey, signIn } = usePasskey()
  const pending = status === 'pending'

  const told = useRef(onError)
  useEffect(() => {
    told.current = onError
  })
  useEffect(() => {
    if (status === 'failed' && error) told.current?.(error)
  }, [status, error])

  const start = async (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || pending) return
    const result: SignedIn | HandedOver | undefined =
      action === 'signUp'
        ? await createPasskey(username ?? '', { displayName, token, hints })
        : await signIn(username, { callbacks, hints })
    if (result?.isAuthenticated) onSignedIn?.(result)
  }
  // Not `disabled`, which would take the focus away from the button.
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
