import { ApiError, cookieTokenStore, Thumbturn, ThumbturnMfa, type TokenStore } from '@thumbturn/web'
import { useSyncExternalStore } from 'react'
import { expiryOf } from '../../session/claims.ts'
import { surroundings } from '../../surroundings.ts'

/** Why nobody is signed in any more. */
export type Ending = 'signedOut' | 'expired' | 'refused' | 'passkeyDeleted'

type Session = { token?: string; ended?: Ending }

const { service, appId } = surroundings
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

const options = { baseUrl: `${service}/apps/${appId}`, appId, tokenStore }

/** The SDK: passkeys, transactions and codes. */
export const thumbturn = new Thumbturn(options)

/** The SDK: sign-ins of several factors. */
export const mfa = new ThumbturnMfa(options)

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
export const useSession = (): Session => useSyncExternalStore(subscribe, () => session)

/**
 * A call to the bank's own backend, with the token of whoever is signed in.
 * @throws ApiError as the SDK does, so that failures look the same
 */
export async function callBank<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const headers = { ...authorization(), ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(unreachable)
  const text = await answer.text()
  const said = text ? JSON.parse(text) : undefined
  if (answer.ok) return said
  if (answer.status === 401) endSession('refused')
  throw new ApiError({ status: answer.status, msg: said.message, msgCode: said.code ?? '', body: said })
}

function authorization(): { authorization?: string } {
  const token = tokenStore.get()
  return token ? { authorization: `Bearer ${token}` } : {}
}

function unreachable(cause: unknown): never {
  throw new ApiError({ status: 0, msg: 'The bank does not answer', msgCode: 'unreachable' }, cause)
}

become(session)
