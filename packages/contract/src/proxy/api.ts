import type { Api } from '../route.ts'
import { proxyAuthRoutes } from './auth.ts'
import { proxyDiscoveryRoutes } from './discovery.ts'
import { proxyRejections } from './errors.ts'
import { proxyPasskeyRoutes } from './passkeys.ts'
import { proxyRegistrationRoutes } from './registration.ts'
import { proxyTransactionRoutes } from './transactions.ts'

/** The proxy API: a customer's backend stands between browser and service, and hands on what each says. */
export const proxyApi = {
  title: 'Thumbturn proxy API',
  version: '2.0',
  description:
    'For backends that stand between browser and service. Every call takes an API key; what the browser says of itself comes in the body.',
  basePath: '/fido2/v2/proxy',
  rejections: proxyRejections,
  tags: {
    reg: 'Passkey registration',
    auth: 'Sign-in',
    tx: 'Transaction confirmation',
    passkeys: 'Passkeys and their providers',
  },
  routes: {
    ...proxyRegistrationRoutes,
    ...proxyAuthRoutes,
    ...proxyDiscoveryRoutes,
    ...proxyTransactionRoutes,
    ...proxyPasskeyRoutes,
  },
} as const satisfies Api
