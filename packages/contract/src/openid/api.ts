import type { Api } from '../route.ts'
import { authorizationRoutes } from './authorization.ts'
import { deviceRoutes } from './device.ts'
import { openidRejections } from './errors.ts'
import { forwardRoutes } from './forward.ts'
import { metadataRoutes } from './metadata.ts'
import { registrationRoutes } from './registration.ts'
import { signOutRoutes } from './sign-out.ts'
import { tokenRoutes } from './tokens.ts'
import { userinfoRoutes } from './userinfo.ts'

/** OpenID Connect and OAuth 2.0: each application is an OpenID Provider, whose issuer is its base URL. */
export const openidApi = {
  title: 'Thumbturn OpenID Provider',
  version: '1.0',
  description:
    'Sign users in to any program with OpenID Connect, and authorize programs with OAuth 2.0. Libraries for these protocols find everything by the metadata. Parameters without a value count as missing (RFC 6749 §3.1).',
  basePath: '',
  rejections: openidRejections,
  ignoresBlanks: true,
  tags: {
    metadata: 'Metadata of the provider',
    authorization: 'Sign-ins and consent of users',
    registration: 'Registration of clients',
    tokens: 'Tokens of clients',
    userinfo: 'Claims about users',
    'sign-out': 'Signing users out',
    'forward-auth': 'Sites behind a proxy that lets only users in',
  },
  routes: {
    ...metadataRoutes,
    ...authorizationRoutes,
    ...deviceRoutes,
    ...registrationRoutes,
    ...tokenRoutes,
    ...userinfoRoutes,
    ...signOutRoutes,
    ...forwardRoutes,
  },
} as const satisfies Api
