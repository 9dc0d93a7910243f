import type { adminApi } from '@thumbturn/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { authenticators } from './authenticators.ts'
import { type Check, checkHandlers } from './checks.ts'
import { clientKeys } from './client-keys.ts'
import { events } from './events.ts'
import { invitations } from './invitations.ts'
import { logLevelHandlers } from './log-level.ts'
import { type Mode, outboxHandlers } from './outbox.ts'
import { sessionHandlers } from './session.ts'
import { signingKeys } from './signing-keys.ts'
import { userPasskeys } from './user-passkeys.ts'
import { userTransfers } from './user-transfers.ts'
import { users } from './users.ts'

/** What the administration depends on besides the core. */
type AdminOptions = { mode: Mode; check: Check; log: FastifyBaseLogger; ownOrigin: string }

/** The handlers of the administration API. */
export const adminHandlers = ({ mode, check, log, ownOrigin }: AdminOptions) =>
  ({
    ...accounts,
    ...analytics,
    ...apiKeys,
    ...applications,
    ...authenticators,
    ...checkHandlers(check),
    ...clientKeys,
    ...events,
    ...invitations,
    ...logLevelHandlers(log),
    ...outboxHandlers(mode),
    ...sessionHandlers(ownOrigin),
    ...signingKeys,
    ...userPasskeys,
    ...userTransfers,
    ...users,
  }) satisfies HandlersOf<typeof adminApi.routes>
