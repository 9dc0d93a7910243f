import { useCallback } from 'react'
import { logout, type SessionInfo } from '../client/token.ts'
import { useSharedState } from './ThumbturnProvider.tsx'

/** The signed-in user, on every component below the provider. */
export interface UseSession {
  /** `loading` on a server and for the first render, because only the browser has the token. */
  status: 'loading' | 'signedIn' | 'signedOut'
  /** From getSessionInfo: to display, never to authorize. */
  session: SessionInfo | undefined
  /** Deletes the token in this browser. */
  signOut(): void
  /** Reads the stored token again, after your own code changed it. */
  refresh(): void
}

export function useSession(): UseSession {
  const { client, session, isKnown, refresh } = useSharedState()
  const signOut = useCallback(() => {
    logout(client)
    refresh()
  }, [client, refresh])
  const known = session ? 'signedIn' : 'signedOut'
  return { status: isKnown ? known : 'loading', session, signOut, refresh }
}
