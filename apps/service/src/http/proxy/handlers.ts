import { auth } from './auth.ts'
import { passkeys } from './passkeys.ts'
import { registration } from './registration.ts'
import { transactions } from './transactions.ts'
import type { ProxyHandlers } from './wire.ts'

/** Every operation of the proxy API. */
export const proxyHandlers: ProxyHandlers = { ...registration, ...auth, ...transactions, ...passkeys }
