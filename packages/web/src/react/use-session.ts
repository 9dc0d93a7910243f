import { useCallback } from 'react'
import { logout, type SessionInfo } from '../token.ts'
import { useShared } from './ThumbturnProvider.tsx'

/** Who is signed in, on every component below the provider. */
export interface UseSession {
  /** `loading` on a server and for the first rendering, because only the browser has the token. */
  status: 'loading' | 'signedIn' | 'signedOut'
  /** As getSessionInfo reads it: to show a name, never to permit anything. */
  session: SessionInfo | undefined
  /** Forgets the token in this browser. */
  signOut(): void
  /** Reads the kept token again, after code of your own changed it. */
  refresh(): void
}

export function useSession(): UseSession {
  const { client, session, isKnown, refresh } = useShared()
  const signOut = useCallback(() => {
    logout(client)
    refresh()
  }, [client, refresh])
  const known = session ? 'signedIn' : 'signedOut'
  return { status: isKnown ? known : 'loading', session, signOut, refresh }
}
