import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Client } from '../client.ts'
import { loadUserMessages } from '../load-user-messages.ts'
import { getSessionInfo, type SessionInfo } from '../token.ts'

/** What the hooks and components below a provider share. */
export interface Shared {
  client: Client
  /** Who is signed in, as far as the kept token tells: to show a name, never to permit anything. */
  session: SessionInfo | undefined
  /** False until the token was read, as on a server. */
  isKnown: boolean
  /** Whether a ceremony that the user started is under way; an autofill waits until it is over. */
  busy: boolean
  /** Reads the kept token again. */
  refresh(): void
  /** Marks a ceremony as under way; the answer marks its end. */
  begin(): () => void
}

const Context = createContext<Shared | undefined>(undefined)

const unread = { session: undefined, isKnown: false }

/** Longest delay of a timer in browsers, in milliseconds. */
const longest = 2 ** 31 - 1

/**
 * Gives the application's client to everything below. Make the client once, outside of components:
 * `const client = createClient({ baseUrl })`, or pass `thumbturn.client`.
 */
export function ThumbturnProvider({ client, children }: { client: Client; children?: ReactNode }) {
  const [{ session, isKnown }, setRead] = useState<Pick<Shared, 'session' | 'isKnown'>>(unread)
  const [running, setRunning] = useState(0)
  const refresh = useCallback(() => setRead({ session: getSessionInfo(client), isKnown: true }), [client])

  const begin = useCallback(() => {
    setRunning((count) => count + 1)
    return () => setRunning((count) => count - 1)
  }, [])

  useEffect(() => void loadUserMessages(), [])

  // After the first rendering, because a server has no cookies of the browser; and whenever another tab may have changed it.
  useEffect(() => {
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])

  useEffect(() => {
    if (!session?.expiresAt) return
    const timer = setTimeout(refresh, Math.min(session.expiresAt.getTime() - Date.now() + 1, longest))
    return () => clearTimeout(timer)
  }, [session, refresh])

  const shared = useMemo(
    () => ({ client, session, isKnown, busy: running > 0, refresh, begin }),
    [client, session, isKnown, running, refresh, begin],
  )
  // React 18 renders no <Context>.
  return <Context.Provider value={shared}>{children}</Context.Provider>
}

/** @throws Error outside of a provider */
export function useShared(): Shared {
  const shared = useContext(Context)
  if (!shared) throw new Error('Put a <ThumbturnProvider client={…}> around what uses passkeys')
  return shared
}
