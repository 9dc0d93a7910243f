import type { currentApi } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { aaguids } from './aaguids.ts'
import { accounts } from './accounts.ts'
import { auth } from './auth.ts'
import { discovery } from './discovery.ts'
import { events } from './events.ts'
import { groups } from './groups.ts'
import { management } from './management.ts'
import { mfa } from './mfa.ts'
import { otp } from './otp.ts'
import { passkeys } from './passkeys.ts'
import { profile } from './profile.ts'
import { publicCalls, type Version } from './public.ts'
import { registration } from './registration.ts'
import { transactions } from './transactions.ts'

/** Every operation of the current API. */
export const currentHandlers = (version: Version) =>
  ({
    ...publicCalls(version),
    ...registration,
    ...auth,
    ...otp,
    ...transactions,
    ...mfa,
    ...passkeys,
    ...events,
    ...management,
    ...accounts,
    ...profile,
    ...discovery,
    ...aaguids,
    ...groups,
  }) satisfies HandlersOf<typeof currentApi.routes>
