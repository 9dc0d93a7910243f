import type { Api } from '../route.ts'
import { accountPageRoutes } from './account.ts'
import { devicePageRoutes } from './device.ts'
import { deviceBindingRoutes } from './device-binding.ts'
import { requestRoutes } from './requests.ts'

/** The calls of the hosted pages of an application. Only they can make them: no page of another origin, and no program. */
export const hostedApi = {
  title: 'Thumbturn hosted pages API',
  version: '1.0',
  description: 'The calls of the hosted pages of an application. Other programs use OpenID Connect or the API instead.',
  basePath: '/openid/pages',
  of: 'application',
  tags: {
    requests: 'Signing in, and authorization requests',
    account: 'The account of the signed-in user',
  },
  routes: { ...requestRoutes, ...devicePageRoutes, ...deviceBindingRoutes, ...accountPageRoutes },
} as const satisfies Api
