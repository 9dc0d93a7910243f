import type { Tables } from './schema.ts'
import { accessCodes } from './tables/access-codes.ts'
import { apiKeys } from './tables/api-keys.ts'
import { deletions } from './tables/application-deletions.ts'
import { versions } from './tables/application-versions.ts'
import { applications, signingKeys } from './tables/applications.ts'
import { auditEntries } from './tables/audit-entries.ts'
import { blacklist } from './tables/blacklist.ts'
import { browserSessions, sessionClients } from './tables/browser-sessions.ts'
import { clientKeys } from './tables/client-keys.ts'
import { codes } from './tables/codes.ts'
import { connectorProgress } from './tables/connector-progress.ts'
import { connectors } from './tables/connectors.ts'
import { consents } from './tables/consents.ts'
import { contacts } from './tables/contacts.ts'
import { credentials } from './tables/credentials.ts'
import { deadLetters } from './tables/dead-letters.ts'
import { deviceDecisions } from './tables/device-decisions.ts'
import { deviceKeys } from './tables/device-keys.ts'
import { devices } from './tables/devices.ts'
import { directoryGroupMembers, directoryGroupRoles, directoryGroups } from './tables/directory-groups.ts'
import { directoryUsers } from './tables/directory-users.ts'
import { eventFeed } from './tables/event-feed.ts'
import { events } from './tables/events.ts'
import { failures } from './tables/failures.ts'
import { installation } from './tables/installation.ts'
import { invitations } from './tables/invitations.ts'
import { logoutNotices } from './tables/logout-notices.ts'
import { memberSessions } from './tables/member-sessions.ts'
import { memberRoles, members } from './tables/members.ts'
import { messageCounts } from './tables/message-counts.ts'
import { messageTemplates } from './tables/message-templates.ts'
import { messages } from './tables/messages.ts'
import { names } from './tables/names.ts'
import { openidClients } from './tables/openid-clients.ts'
import { outbox } from './tables/outbox.ts'
import { passkeys } from './tables/passkeys.ts'
import { profiles } from './tables/profiles.ts'
import { protectedResources } from './tables/protected-resources.ts'
import { protectedSites } from './tables/protected-sites.ts'
import { rateLimits } from './tables/rate-limits.ts'
import { refreshFamilies } from './tables/refresh-families.ts'
import { rollUpCursors, rollUps } from './tables/roll-ups.ts'
import { savedFilters } from './tables/saved-filters.ts'
import { spentSessions, watermarks } from './tables/spent-sessions.ts'
import { ssoIdentities } from './tables/sso-identities.ts'
import { ssoProviders } from './tables/sso-providers.ts'
import { ssoRemovedAccounts } from './tables/sso-removed-accounts.ts'
import { transactions } from './tables/transactions.ts'
import { userEvents } from './tables/user-events.ts'
import { userGroupMembers, userGroups } from './tables/user-groups.ts'
import { users } from './tables/users.ts'

/** A table as a whole: its columns, hidden ones too, and those of its primary key. */
export type TableShape = { name: keyof Tables; all: readonly string[]; key: readonly string[] }

/** Made of other tables in the background, so no copy contains them. */
export type DerivedTable = 'user_search_texts' | 'user_search_progress'

/** Every other table of the schema, those that foreign keys refer to before those that have them. */
export const everyTable: Readonly<Record<Exclude<keyof Tables, 'migrations' | DerivedTable>, TableShape>> = {
  applications,
  users,
  devices,
  device_keys: deviceKeys,
  signing_keys: signingKeys,
  application_versions: versions,
  application_deletions: deletions,
  contacts,
  names,
  passkeys,
  credentials,
  codes,
  access_codes: accessCodes,
  transactions,
  refresh_families: refreshFamilies,
  openid_clients: openidClients,
  protected_resources: protectedResources,
  browser_sessions: browserSessions,
  session_clients: sessionClients,
  logout_notices: logoutNotices,
  consents,
  protected_sites: protectedSites,
  device_decisions: deviceDecisions,
  profiles,
  user_groups: userGroups,
  user_group_members: userGroupMembers,
  api_keys: apiKeys,
  client_keys: clientKeys,
  aaguid_blacklist: blacklist,
  members,
  member_roles: memberRoles,
  directory_users: directoryUsers,
  directory_groups: directoryGroups,
  directory_group_members: directoryGroupMembers,
  directory_group_roles: directoryGroupRoles,
  invitations,
  sso_providers: ssoProviders,
  sso_identities: ssoIdentities,
  sso_removed_accounts: ssoRemovedAccounts,
  member_sessions: memberSessions,
  events,
  user_events: userEvents,
  roll_ups: rollUps,
  roll_up_cursors: rollUpCursors,
  audit_entries: auditEntries,
  saved_filters: savedFilters,
  connectors,
  connector_progress: connectorProgress,
  event_feed: eventFeed,
  dead_letters: deadLetters,
  messages,
  message_counts: messageCounts,
  message_templates: messageTemplates,
  outbox,
  failures,
  rate_limits: rateLimits,
  spent_sessions: spentSessions,
  watermarks,
  installation,
}
