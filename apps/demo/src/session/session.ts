import { cookieTokenStore, type TokenStore } from '@thumbturn/web'
import { useSyncExternalStore } from 'react'
import { expiryOf } from './claims.ts'

/** The application that the service makes at its first start. */
export const appId = 'demo'

/** Why nobody is signed in any more. */
export type Ending = 'signedOut' | 'expired' | 'passkeyDeleted' | 'refused'

/** What this page knows of the session: a token while somebody is signed in, afterwards why it ended. */
export type Session = { token?: string; ended?: Ending }

const cookie = cookieTokenStore(appId)
const listeners = new Set<() => void>()
let session: Session = { token: cookie.get() }
let expiry: ReturnType<typeof setTimeout> | undefined

function become(next: Session): void {
  session = next
  clearTimeout(expiry)
  const end = next.token && expiryOf(next.token)
  if (end) expiry = setTimeout(() => endSession('expired'), Math.max(0, end.getTime() - Date.now()))
  for (const listener of listeners) listener()
}

/** The cookie of the SDK, which also tells the page when it changes. */
export const tokenStore: TokenStore = {
  get: cookie.get,
  set(token, expiresAt) {
    cookie.set(token, expiresAt)
    become({ token })
  },
  clear() {
    cookie.clear()
    become({ ended: 'signedOut' })
  },
}

/** Forgets the token in this browser and says why. */
export function endSession(ended: Ending): void {
  cookie.clear()
  become({ ended })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session of this page, kept current. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

become(session)
