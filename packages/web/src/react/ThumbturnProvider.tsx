import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { maxDelayMs } from '../browser/tolerance.ts'
import type { Client } from '../client/client.ts'
import { getSessionInfo, type SessionInfo } from '../client/token.ts'
import { loadUserMessages } from '../messages/load-user-messages.ts'

/** State shared by the hooks and components below a provider. */
export interface SharedState {
  client: Client
  /** The signed-in user, from the stored token: to display, never to authorize. */
  session: SessionInfo | undefined
  /** False until the token was read, as on a server. */
  isKnown: boolean
  /** Whether a ceremony started by the user is in progress; an autofill waits until it ends. */
  busy: boolean
  /** Reads the stored token again. */
  refresh(): void
  /** Marks a ceremony as in progress. Call the result when it ends. */
  begin(): () => void
}

const Context = createContext<SharedState | undefined>(undefined)

const initial = { session: undefined, isKnown: false }

/**
 * Provides the application's client to everything below. Create the client once, outside of components:
 * `const client = createClient({ baseUrl })`, or pass `thumbturn.client`.
 */
export function ThumbturnProvider({ client, children }: { client: Client; children?: ReactNode }) {
  const [{ session, isKnown }, setRead] = useState<Pick<SharedState, 'session' | 'isKnown'>>(initial)
  const [running, setRunning] = useState(0)
  const refresh = useCallback(() => setRead({ session: getSessionInfo(client), isKnown: true }), [client])

  const begin = useCallback(() => {
    setRunning((count) => count + 1)
    return () => setRunning((count) => count - 1)
  }, [])

  useEffect(() => void loadUserMessages(), [])

  // After the first render, because a server has no cookies of the browser, and whenever another tab may have changed
  // the token.
  useEffect(() => {
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])

  useEffect(() => {
    if (!session?.expiresAt) return
    const timer = setTimeout(refresh, Math.min(session.expiresAt.getTime() - Date.now() + 1, maxDelayMs))
    return () => clearTimeout(timer)
  }, [session, refresh])

  const shared = useMemo(
    () => ({ client, session, isKnown, busy: running > 0, refresh, begin }),
    [client, session, isKnown, running, refresh, begin],
  )
  // React 18 can't render <Context>.
  return <Context.Provider value={shared}>{children}</Context.Provider>
}

/** @throws Error outside of a provider */
export function useSharedState(): SharedState {
  const shared = useContext(Context)
  if (!shared) throw new Error('Wrap components that use passkeys in <ThumbturnProvider client={…}>')
  return shared
}
