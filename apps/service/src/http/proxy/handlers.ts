import type { proxyApi } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { auth } from './auth.ts'
import { discovery } from './discovery.ts'
import { passkeys } from './passkeys.ts'
import { registration } from './registration.ts'
import { transactions } from './transactions.ts'

/** Every operation of the proxy API. */
export const proxyHandlers = {
  ...registration,
  ...auth,
  ...discovery,
  ...transactions,
  ...passkeys,
} satisfies HandlersOf<typeof proxyApi.routes>
