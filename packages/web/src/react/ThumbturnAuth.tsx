import { createElement, type HTMLAttributes, type ReactElement, useCallback, useEffect, useRef } from 'react'
import type { ThumbturnAuth as ThumbturnAuthElement } from '../elements/auth.ts'
import type { SignedIn } from '../types.ts'
import type { UsernameType } from '../vocabulary.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useSharedState } from './ThumbturnProvider.tsx'

/** Attributes of the element, and callbacks. */
export interface ThumbturnAuthProps extends Omit<HTMLAttributes<HTMLElement>, 'onError'> {
  /** The first view; `sign-in` by default. */
  mode?: 'sign-in' | 'sign-up' | undefined
  usernameType?: UsernameType | undefined
  /** One button that first looks for a passkey on this device. */
  immediate?: boolean | undefined
  onSignedIn?: ((result: SignedIn) => void) | undefined
  onSignedOut?: (() => void) | undefined
  /** Every error except a canceled dialog; the element shows it, too. */
  onError?: ((error: PasskeyFailure) => void) | undefined
}

/**
 * Sign-up and sign-in with everything around it, styled: the element `<thumbturn-auth>` with the provider's client. Its
 * code loads after the first render, so a server renders an empty element.
 */
export function ThumbturnAuth(props: ThumbturnAuthProps): ReactElement {
  const { usernameType, immediate, onSignedIn, onSignedOut, onError, className, ...attributes } = props
  const { client, refresh } = useSharedState()
  const element = useRef<ThumbturnAuthElement | null>(null)
  const callbacks = useRef({ onSignedIn, onSignedOut, onError })
  useEffect(() => {
    callbacks.current = { onSignedIn, onSignedOut, onError }
  })
  useEffect(() => void import('../elements/index.ts'), [])

  useEffect(() => {
    const controller = new AbortController()
    const listen = (event: string, act: (detail: never) => void) =>
      element.current?.addEventListener(`thumbturn-${event}`, (found) => act((found as CustomEvent<never>).detail), {
        signal: controller.signal,
      })
    listen('signed-in', (result: SignedIn) => {
      refresh()
      callbacks.current.onSignedIn?.(result)
    })
    listen('signed-out', () => {
      refresh()
      callbacks.current.onSignedOut?.()
    })
    listen('error', ({ error }: { error: unknown }) => callbacks.current.onError?.(toFailure(error)))
    return () => controller.abort()
  }, [refresh])

  // Before the element starts, which takes a microtask.
  const ref = useCallback(
    (current: ThumbturnAuthElement | null) => {
      element.current = current
      if (current) current.client = client
    },
    [client],
  )
  const own = { ref, class: className, 'username-type': usernameType, immediate: immediate ? '' : undefined }
  return createElement('thumbturn-auth', { ...attributes, ...own })
}
