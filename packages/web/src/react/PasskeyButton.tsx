import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent, useEffect, useRef } from 'react'
import type { SignInCallbacks, SignInFallback } from '../flows/sign-in.ts'
import type { PasskeyHint, SignedIn } from '../types.ts'
import type { PasskeyFailure } from './failure.ts'
import { usePasskey } from './use-passkey.ts'

/** Attributes of a button, and the options of its ceremony. */
export interface PasskeyButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onError'> {
  /** `signIn` by default. `signInImmediately` opens a dialog only if a passkey is on this device. */
  action?: 'signIn' | 'signInImmediately' | 'signUp' | undefined
  /** Required for sign-up (ERROR_USERNAME_MISSING). Without it, sign-in offers all passkeys of this site. */
  username?: string | undefined
  displayName?: string | undefined
  /** Token with reg:write that your backend was granted. */
  token?: string | undefined
  hints?: PasskeyHint[] | undefined
  callbacks?: SignInCallbacks | undefined
  onSignedIn?: ((result: SignedIn) => void) | undefined
  /** An immediate sign-in found no passkey, or the user closed its dialog: show your other sign-in methods. */
  onNoPasskey?: (() => void) | undefined
  /** Every error except a canceled dialog. */
  onError?: ((error: PasskeyFailure) => void) | undefined
}

const labels = {
  signIn: 'Sign in with a passkey',
  signInImmediately: 'Sign in',
  signUp: 'Create a passkey',
} as const

/** A button that signs in or up, and is marked busy for screen readers while it does. */
export const PasskeyButton = forwardRef<HTMLButtonElement, PasskeyButtonProps>(function PasskeyButton(
  { action = 'signIn', username, children, ...props },
  ref,
) {
  const { displayName, token, hints, callbacks, onSignedIn, onNoPasskey, onError, onClick, ...button } = props
  const { status, error, createPasskey, signIn, signInImmediately } = usePasskey()
  const pending = status === 'pending'

  const latest = useRef({ onError, onNoPasskey })
  const wasPending = useRef(false)
  useEffect(() => {
    latest.current = { onError, onNoPasskey }
  })
  useEffect(() => {
    if (status === 'failed' && error) latest.current.onError?.(error)
    if (status === 'idle' && wasPending.current) latest.current.onNoPasskey?.()
    wasPending.current = status === 'pending'
  }, [status, error])

  const act = (): Promise<SignedIn | SignInFallback | undefined> => {
    if (action === 'signUp') return createPasskey(username ?? '', { displayName, token, hints })
    return action === 'signInImmediately' ? signInImmediately() : signIn(username, { callbacks, hints })
  }
  const start = async (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || pending) return
    const result = await act()
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
      {children ?? labels[action]}
    </button>
  )
})
