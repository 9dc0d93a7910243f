import { createMemoryTokenStore } from '@thumbturn/web'
import { ThumbturnWallet } from '@thumbturn/web/wallet'
import { pageContext } from '../page-context.ts'

const { service, appId } = pageContext

/** The SDK client. Tokens stay in memory: frames may have no cookies, and localhost cookies are shared by all ports. */
export const wallet = new ThumbturnWallet({
  baseUrl: `${service}/apps/${appId}`,
  appId,
  tokenStore: createMemoryTokenStore(),
})
