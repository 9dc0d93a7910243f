import type { DerivedTable, everyTable } from '../every-table.ts'
import type { Tables } from '../schema.ts'

/** Where a distributed PostgreSQL keeps a table: the rows of an application together on one worker, or all on the coordinator. */
export type Placement = 'application' | 'coordinator'

type TableName = keyof typeof everyTable | DerivedTable

/** Tables whose rows belong to an application. */
type OwnedTable = { [T in TableName]: 'app_id' extends keyof Tables[T] ? T : never }[TableName]

/**
 * The tables that administer applications: small, read into memory or seldom, and written while any worker is lost. In
 * the tables of roles, the application is the one that the role is on; members and their sessions refer to each other
 * by user alone.
 */
type Administrative =
  | 'application_versions'
  | 'application_deletions'
  | 'signing_keys'
  | 'api_keys'
  | 'client_keys'
  | 'connectors'
  | 'protected_sites'
  | 'connector_progress'
  | 'message_templates'
  | 'saved_filters'
  | 'members'
  | 'member_roles'
  | 'member_sessions'
  | 'directory_group_roles'

/** The tables of users and their sign-ins. `users` comes first, because the others are placed with it. */
const byApplication: Readonly<Record<Exclude<OwnedTable, Administrative>, 'application'>> = {
  users: 'application',
  devices: 'application',
  device_keys: 'application',
  contacts: 'application',
  names: 'application',
  passkeys: 'application',
  credentials: 'application',
  codes: 'application',
  access_codes: 'application',
  transactions: 'application',
  refresh_families: 'application',
  openid_clients: 'application',
  protected_resources: 'application',
  browser_sessions: 'application',
  session_clients: 'application',
  logout_notices: 'application',
  consents: 'application',
  device_decisions: 'application',
  profiles: 'application',
  user_search_texts: 'application',
  user_search_progress: 'application',
  user_groups: 'application',
  user_group_members: 'application',
  aaguid_blacklist: 'application',
  failures: 'application',
  messages: 'application',
  message_counts: 'application',
  outbox: 'application',
  events: 'application',
  user_events: 'application',
  roll_ups: 'application',
  roll_up_cursors: 'application',
  event_feed: 'application',
  dead_letters: 'application',
  spent_sessions: 'application',
}

/** Tables in the order in which they are placed; those that aren't listed stay on the coordinator. */
export const placements: Readonly<Record<string, Placement>> = byApplication

export const findPlacement = (table: string): Placement =>
  Object.hasOwn(placements, table) ? placements[table]! : 'coordinator'
