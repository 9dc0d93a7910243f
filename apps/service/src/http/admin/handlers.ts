import type { adminApi } from '@thumbturn/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { accountHandlers } from './accounts.ts'
import { analytics } from './analytics.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { authenticators } from './authenticators.ts'
import { browserSessions } from './browser-sessions.ts'
import { type Check, checkHandlers } from './checks.ts'
import { clientKeys } from './client-keys.ts'
import { connectors } from './connectors.ts'
import { directoryHandlers } from './directory.ts'
import { events } from './events.ts'
import { groups } from './groups.ts'
import { type InstallationParts, installationHandlers } from './installation.ts'
import { invitationHandlers } from './invitations.ts'
import { logLevelHandlers } from './log-level.ts'
import { memberPasskeys } from './member-passkeys.ts'
import { members } from './members.ts'
import { messageTemplates } from './message-templates.ts'
import { openidClientHandlers } from './openid-clients.ts'
import { type Mode, outboxHandlers } from './outbox.ts'
import { protectedResources } from './protected-resources.ts'
import { protectedSiteHandlers } from './protected-sites.ts'
import { savedFilters } from './saved-filters.ts'
import { sessionHandlers } from './session.ts'
import { signingKeys } from './signing-keys.ts'
import { ssoHandlers } from './sso.ts'
import { ssoProviderHandlers } from './sso-providers.ts'
import { userPasskeys } from './user-passkeys.ts'
import { userTransfers } from './user-transfers.ts'
import { users } from './users.ts'

/** The dependencies of the administration besides the core. */
type AdminOptions = { mode: Mode; check: Check; log: FastifyBaseLogger; ownOrigin: string; parts: InstallationParts }

/** The handlers of the administration API. */
export const adminHandlers = ({ mode, check, log, ownOrigin, parts }: AdminOptions) =>
  ({
    ...accountHandlers(parts.command),
    ...analytics,
    ...apiKeys,
    ...audit,
    ...applications,
    ...authenticators,
    ...browserSessions,
    ...checkHandlers(check),
    ...clientKeys,
    ...connectors,
    ...directoryHandlers(ownOrigin),
    ...events,
    ...groups,
    ...installationHandlers(parts),
    ...invitationHandlers({ baseUrl: ownOrigin, command: parts.command }),
    ...logLevelHandlers(log),
    ...members,
    ...memberPasskeys,
    ...messageTemplates,
    ...openidClientHandlers(parts.command),
    ...protectedSiteHandlers,
    ...outboxHandlers(mode),
    ...protectedResources,
    ...savedFilters,
    ...sessionHandlers(ownOrigin),
    ...signingKeys,
    ...ssoHandlers(ownOrigin),
    ...ssoProviderHandlers(ownOrigin),
    ...userPasskeys,
    ...userTransfers,
    ...users,
  }) satisfies HandlersOf<typeof adminApi.routes>
