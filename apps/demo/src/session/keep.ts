import { ApiError, createCookieTokenStore, type TokenStore } from '@thumbturn/web'
import { useSyncExternalStore } from 'react'
import { readExpiry } from './claims.ts'

/** Why nobody is signed in any more. */
export type Ending = 'signedOut' | 'expired' | 'passkeyDeleted' | 'refused'

/** What a page knows of its session: a token while somebody is signed in, afterwards why it ended. */
export type Session = { token?: string; ended?: Ending }

/** Keeps the session of a page: its token in the cookie of the SDK, until it ends. Once for each page. */
export function keepSession(appId: string) {
  const cookie = createCookieTokenStore(appId)
  const listeners = new Set<() => void>()
  let session: Session = {}
  let expiry: ReturnType<typeof setTimeout> | undefined

  function become(next: Session): void {
    session = next
    clearTimeout(expiry)
    const end = next.token && readExpiry(next.token)
    if (end) expiry = setTimeout(() => endSession('expired'), Math.max(0, end.getTime() - Date.now()))
    for (const listener of listeners) listener()
  }

  /** The cookie of the SDK, which also tells the page when it changes. */
  const tokenStore: TokenStore = {
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
  function endSession(ended: Ending): void {
    cookie.clear()
    become({ ended })
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** A token that is refused is worth nothing any more. */
  async function whileSignedIn<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession('refused')
      throw error
    }
  }

  /** The session of this page, kept current. */
  const useSession = (): Session => useSyncExternalStore(subscribe, () => session)

  become({ token: cookie.get() })
  return { tokenStore, endSession, whileSignedIn, useSession }
}
