import { createMemoryTokenStore } from '@thumbturn/web'
import { ThumbturnWallet } from '@thumbturn/web/wallet'
import { pageContext } from '../page-context.ts'

const { service, appId } = pageContext

/** The SDK. Tokens stay in this page: a frame may not have cookies, and those of localhost are seen on every port. */
export const wallet = new ThumbturnWallet({
  baseUrl: `${service}/apps/${appId}`,
  appId,
  tokenStore: createMemoryTokenStore(),
})
