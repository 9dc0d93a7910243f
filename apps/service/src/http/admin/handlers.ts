import type { adminApi } from '@thumbturn/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { accounts } from './accounts.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { type Check, checkHandlers } from './checks.ts'
import { clientKeys } from './client-keys.ts'
import { events } from './events.ts'
import { logLevelHandlers } from './log-level.ts'
import { type Mode, outboxHandlers } from './outbox.ts'
import { signingKeys } from './signing-keys.ts'
import { userTransfers } from './user-transfers.ts'
import { users } from './users.ts'

/** What the administration depends on besides the core. */
type AdminOptions = { mode: Mode; check: Check; log: FastifyBaseLogger }

/** The handlers of the administration API. */
export const adminHandlers = ({ mode, check, log }: AdminOptions) =>
  ({
    ...accounts,
    ...apiKeys,
    ...applications,
    ...checkHandlers(check),
    ...clientKeys,
    ...events,
    ...logLevelHandlers(log),
    ...outboxHandlers(mode),
    ...signingKeys,
    ...userTransfers,
    ...users,
  }) satisfies HandlersOf<typeof adminApi.routes>
