import { createMemoryTokenStore, type TokenStore } from '@thumbturn/web'
import { ThumbturnWallet } from '@thumbturn/web/wallet'
import { pageContext } from '../page-context.ts'

const { service, appId } = pageContext

const key = 'wallet-token'

/** Keeps the token until it expires, also across reloads and tabs. Localhost's cookies are shared by all ports, this isn't. */
const storage: TokenStore = {
  get() {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string; end?: number }
    return kept.end !== undefined && kept.end > Date.now() ? kept.token : undefined
  },
  set: (token, expiresAt) => localStorage.setItem(key, JSON.stringify({ token, end: expiresAt?.getTime() })),
  clear: () => localStorage.removeItem(key),
}

/** The SDK client. In another site's frame, which may have no storage, the token stays in memory. */
export const wallet = new ThumbturnWallet({
  baseUrl: `${service}/apps/${appId}`,
  appId,
  tokenStore: window.top === window ? storage : createMemoryTokenStore(),
})
