import type { FallbackCallback } from '@thumbturn/web'

// #region with-name
import { PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

export async function signIn(username: string) {
  try {
    const result = await thumbturn.authenticateWithPasskey(username, {
      callbacks: {
        onCrossAuth: (name, methods) => showCodeEntry(name, methods),
        onFallback: (name, methods) => showOtherWays(name, methods),
      },
    })
    if (!result.isAuthenticated) return // a callback has taken over
    await fetch('/session', { method: 'POST', headers: { Authorization: `Bearer ${result.token}` } })
  } catch (error) {
    if (error instanceof PasskeyError && error.code === 'ERROR_PASSKEY_ABORTED') return
    throw error
  }
}
// #endregion

export async function signInWithoutUsername() {
  // #region without-name
  const result = await thumbturn.authenticateWithPasskey()
  // #endregion
  return result
}

declare const showCodeEntry: FallbackCallback
declare const showOtherWays: FallbackCallback
