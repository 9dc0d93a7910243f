import type { Api } from '../route.ts'
import { proxyAuthRoutes } from './auth.ts'
import { proxyDiscoveryRoutes } from './discovery.ts'
import { proxyRejections } from './errors.ts'
import { proxyPasskeyRoutes } from './passkeys.ts'
import { proxyRegistrationRoutes } from './registration.ts'
import { proxyTransactionRoutes } from './transactions.ts'

/** The proxy API: a customer's backend sits between browser and service and relays requests and responses. */
export const proxyApi = {
  title: 'Thumbturn proxy API',
  version: '2.0',
  description:
    'For backends that sit between the browser and the service. Every call requires an API key; what the browser reports about the device goes in the body. In optional fields, `null` and the empty string count as missing.',
  basePath: '/fido2/v2/proxy',
  ignoresBlanks: true,
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
