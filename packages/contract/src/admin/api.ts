import type { Api } from '../route.ts'
import { AdminError } from '../shapes.ts'
import { accountRoutes } from './accounts.ts'
import { analyticsRoutes } from './analytics.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { applicationRoutes } from './applications.ts'
import { auditRoutes } from './audit.ts'
import { authenticatorRoutes } from './authenticators.ts'
import { browserSessionRoutes } from './browser-sessions.ts'
import { checkRoutes } from './checks.ts'
import { clientKeyRoutes } from './client-keys.ts'
import { connectorRoutes } from './connectors.ts'
import { directoryRoutes } from './directory.ts'
import { eventRoutes } from './events.ts'
import { groupRoutes } from './groups.ts'
import { installationRoutes } from './installation.ts'
import { invitationRoutes } from './invitations.ts'
import { logLevelRoutes } from './log-level.ts'
import { memberPasskeyRoutes } from './member-passkeys.ts'
import { memberRoutes } from './members.ts'
import { messageTemplateRoutes } from './message-templates.ts'
import { openidClientRoutes } from './openid-clients.ts'
import { outboxRoutes } from './outbox.ts'
import { protectedResourceRoutes } from './protected-resources.ts'
import { protectedSiteRoutes } from './protected-sites.ts'
import { savedFilterRoutes } from './saved-filters.ts'
import { sessionRoutes } from './session.ts'
import { signingKeyRoutes } from './signing-keys.ts'
import { ssoRoutes } from './sso.ts'
import { ssoProviderRoutes } from './sso-providers.ts'
import { userPasskeyRoutes } from './user-passkeys.ts'
import { userTransferRoutes } from './user-transfers.ts'
import { userRoutes } from './users.ts'

/** Administration of an installation: what the command line does, over HTTP. */
export const adminApi = {
  title: 'Thumbturn administration API',
  version: '1.0',
  description:
    'Manage applications, users, keys, and members. Calls need an admin key, which is an API key of the installation itself (`key create thumbturn`), or the session of a member, which the dashboard uses.',
  basePath: '/admin/v1',
  of: 'installation',
  rejections: { schemaAt: () => AdminError, exampleAt: (_, error) => error },
  tags: {
    applications: 'Applications and their settings',
    users: "An application's users",
    groups: "Groups of an application's users",
    authenticators: 'Authenticator models, and which of them an application blocks',
    'API keys': 'Keys for backends and for the installation',
    'OpenID clients': 'Programs that users sign in to with OpenID Connect',
    'protected resources': 'APIs that programs get access tokens for',
    'protected sites': 'Sites behind a proxy that only users who are signed in can open',
    'client keys': 'Keys that sign service tokens',
    'signing keys': "Keys that sign an application's tokens",
    events: "Applications' events",
    analytics: 'Counts of events',
    checks: 'Checks of the installation',
    installation: 'What belongs to the installation',
    log: "The service's log",
    connectors: 'Connectors, which send events to other systems',
    'message templates': 'The texts of messages to users',
    outbox: 'The development outbox',
    session: "A member's session in the dashboard",
    members: 'Members of the installation, their passkeys, and their sessions',
    'single sign-on': 'OpenID providers that members sign in with',
    'audit log': 'Every administrative change',
    invitations: 'Links for members to join or to recover their account',
  },
  routes: {
    ...accountRoutes,
    ...analyticsRoutes,
    ...apiKeyRoutes,
    ...authenticatorRoutes,
    ...auditRoutes,
    ...browserSessionRoutes,
    ...checkRoutes,
    ...clientKeyRoutes,
    ...connectorRoutes,
    ...directoryRoutes,
    ...eventRoutes,
    ...groupRoutes,
    ...installationRoutes,
    ...invitationRoutes,
    ...logLevelRoutes,
    ...memberRoutes,
    ...memberPasskeyRoutes,
    ...messageTemplateRoutes,
    ...openidClientRoutes,
    ...outboxRoutes,
    ...protectedSiteRoutes,
    ...protectedResourceRoutes,
    ...savedFilterRoutes,
    ...signingKeyRoutes,
    ...userPasskeyRoutes,
    ...userTransferRoutes,
    ...userRoutes,
    ...applicationRoutes,
    ...ssoProviderRoutes,
    ...ssoRoutes,
    // Last: a test of every route ends its session here.
    ...sessionRoutes,
  },
} as const satisfies Api
