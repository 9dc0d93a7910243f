import { createMemoryTokenStore } from '@thumbturn/web'
import { ThumbturnWallet } from '@thumbturn/web/wallet'

export const wallet = new ThumbturnWallet({
  baseUrl: 'http://localhost:4300/apps/demo',
  tokenStore: createMemoryTokenStore(), // frames may have no cookies
})
