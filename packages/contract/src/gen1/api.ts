import type { Api } from '../route.ts'
import { authenticationRoutes } from './authentication.ts'
import { codeRoutes } from './codes.ts'
import { contactCodeRoutes } from './contact-codes.ts'
import { credentialRoutes } from './credentials.ts'
import { gen1Rejections } from './errors.ts'
import { foreignCredentialRoutes } from './foreign-credentials.ts'
import { keyRoutes } from './keys.ts'
import { ownCodeRoutes } from './own-codes.ts'
import { passwordRoutes } from './passwords.ts'
import { publicKeyRoutes } from './public-keys.ts'
import { registrationRoutes } from './registration.ts'
import { transactionRoutes } from './transactions.ts'
import { userRoutes } from './users.ts'

/** The first-generation API, for clients and backends that speak it already. */
export const gen1Api = {
  title: 'Thumbturn service API (first generation)',
  version: '1.0',
  description:
    'For existing first-generation clients. New clients should use the FIDO2 API. Every path is also served under `/api` and `/api/native`. Calls that start a flow need a token that your backend signs. `client_id` is the application ID. In optional fields, `null` and the empty string count as missing.',
  basePath: '',
  tags: {
    register: 'Sign-up',
    authenticate: 'Sign-in',
    credentials: "Users' credentials",
    codes: 'Codes for sign-in on another device',
    tx: 'Transaction confirmation',
    manage: 'User management by your backend',
    keys: 'Keys that sign tokens',
  },
  rejections: gen1Rejections,
  // Clients of this generation send what they have no value for as null or as an empty string.
  ignoresBlanks: true,
  routes: {
    ...registrationRoutes,
    ...authenticationRoutes,
    ...passwordRoutes,
    ...credentialRoutes,
    ...publicKeyRoutes,
    ...contactCodeRoutes,
    ...foreignCredentialRoutes,
    ...codeRoutes,
    ...ownCodeRoutes,
    ...transactionRoutes,
    ...userRoutes,
    ...keyRoutes,
  },
} as const satisfies Api
