import { ApiError, createCookieTokenStore, type TokenStore } from '@thumbturn/web'
import { useSyncExternalStore } from 'react'
import { readExpiry } from './claims.ts'

/** Why the session ended. */
export type EndReason = 'signedOut' | 'expired' | 'passkeyDeleted' | 'rejected'

/** A page's session: a token while the user is signed in, then the reason of its end. */
export type Session = { token?: string; ended?: EndReason }

/** Manages the session of a page, with the token in the SDK's cookie. Create it once per page. */
export function createSession(appId: string) {
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

  /** The SDK's cookie, which also notifies the page of changes. */
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

  /** Deletes the token in this browser, with a reason. */
  function endSession(ended: EndReason): void {
    cookie.clear()
    become({ ended })
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** A rejected token is no longer valid. */
  async function whileSignedIn<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession('rejected')
      throw error
    }
  }

  /** The session of this page, kept up to date. */
  const useSession = (): Session => useSyncExternalStore(subscribe, () => session)

  become({ token: cookie.get() })
  return { tokenStore, endSession, whileSignedIn, useSession }
}
