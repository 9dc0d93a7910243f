import type { Api } from '../route.ts'
import { aaguidRoutes } from './aaguids.ts'
import { accountRoutes } from './accounts.ts'
import { authRoutes } from './auth.ts'
import { discoveryRoutes } from './discovery.ts'
import { eventRoutes } from './events.ts'
import { groupRoutes } from './groups.ts'
import { managementRoutes } from './management.ts'
import { mfaRoutes } from './mfa.ts'
import { otpRoutes } from './otp.ts'
import { passkeyRoutes } from './passkeys.ts'
import { profileRoutes } from './profile.ts'
import { publicRoutes } from './public.ts'
import { registrationRoutes } from './registration.ts'
import { transactionRoutes } from './transactions.ts'

/** The current API: what today's SDKs speak. */
export const currentApi = {
  title: 'Thumbturn FIDO2 API',
  version: '2.0',
  description:
    'Sign users up and in with passkeys, confirm transactions, and manage passkeys. In optional fields, `null` and the empty string count as missing.',
  basePath: '/fido2/v2',
  ignoresBlanks: true,
  tags: {
    reg: 'Passkey registration',
    auth: 'Sign-in',
    tx: 'Transaction confirmation',
    mfa: 'Multi-factor flows',
    passkeys: "The signed-in user's own passkeys",
    profile: "Users' contacts",
    mgmt: 'Calls from your backend, with an API key',
    groups: 'Groups of users',
    events: 'Events that clients report',
    keys: 'Public keys and version',
  },
  routes: {
    ...publicRoutes,
    ...registrationRoutes,
    ...authRoutes,
    ...otpRoutes,
    ...transactionRoutes,
    ...mfaRoutes,
    ...passkeyRoutes,
    ...eventRoutes,
    ...managementRoutes,
    ...accountRoutes,
    ...profileRoutes,
    ...discoveryRoutes,
    ...aaguidRoutes,
    ...groupRoutes,
  },
} as const satisfies Api
