import type { Conflict } from '../core/writes.ts'

/**
 * The conflict of each constraint when it is broken. Constraints are named after their table, and keys also after their
 * last column, as SQLite reports them; `<table>_<column>` also
 * stands for a column that got no value, `<table>_owner` for the foreign key to the user, and `<table>_missing` for a
 * required step that touched no row.
 */
const conflicts: Readonly<Record<string, Conflict>> = {
  spent_sessions_app_id: 'session_spent',
  spent_sessions_expires_at: 'session_spent',
  spent_sessions_missing: 'session_spent',
  // A transaction's id is its session's; the engines check a table's constraints in different orders.
  transactions_id: 'session_spent',
  transactions_nonce: 'nonce_used',
  users_id: 'username_taken',
  users_username_key: 'username_taken',
  names_name_key: 'username_taken',
  names_missing: 'name_taken',
  contacts_address_key: 'address_taken',
  contacts_missing: 'contact_missing',
  users_missing: 'user_missing',
  passkeys_id: 'credential_taken',
  passkeys_credential_id: 'credential_taken',
  passkeys_slot: 'slot_taken',
  passkeys_missing: 'passkey_missing',
  devices_missing: 'device_missing',
  codes_missing: 'code_missing',
  failures_missing: 'method_locked',
  access_codes_missing: 'access_code_missing',
  credentials_missing: 'credential_missing',
  credentials_type: 'credential_replaced',
  refresh_families_missing: 'refresh_missing',
  openid_clients_id: 'client_exists',
  openid_clients_missing: 'client_changed',
  browser_sessions_passkey: 'passkey_missing',
  browser_sessions_missing: 'browser_session_missing',
  session_clients_session: 'browser_session_missing',
  session_clients_client: 'client_missing',
  logout_notices_missing: 'logout_missing',
  consents_client: 'client_missing',
  consents_missing: 'consent_missing',
  device_decisions_code_hash: 'device_decided',
  device_decisions_missing: 'device_decided',
  profiles_user_id: 'profile_changed',
  profiles_missing: 'profile_changed',
  user_groups_id: 'user_group_exists',
  user_groups_name_key: 'user_group_exists',
  user_groups_missing: 'user_group_changed',
  user_group_members_group: 'user_group_missing',
  user_group_members_missing: 'membership_missing',
  applications_id: 'application_exists',
  application_versions_missing: 'application_changed',
  signing_keys_missing: 'key_missing',
  api_keys_missing: 'key_missing',
  client_keys_missing: 'key_missing',
  invitations_missing: 'invitation_missing',
  installation_missing: 'members_changed',
  members_missing: 'user_missing',
  directory_users_missing: 'user_missing',
  directory_groups_missing: 'group_missing',
  directory_group_members_group: 'group_missing',
  directory_group_roles_group: 'group_missing',
  member_sessions_missing: 'member_session_missing',
  member_sessions_passkey: 'passkey_missing',
  member_sessions_provider_id_fkey: 'provider_missing',
  sso_providers_id: 'provider_exists',
  sso_providers_missing: 'provider_missing',
  sso_identities_subject: 'identity_taken',
  sso_identities_provider: 'provider_missing',
  sso_identities_missing: 'identity_missing',
  sso_removed_accounts_provider: 'provider_missing',
  messages_missing: 'message_missing',
  message_counts_missing: 'limit_reached',
  saved_filters_missing: 'saved_filter_missing',
  roll_up_cursors_app_id: 'roll_up_changed',
  roll_up_cursors_missing: 'roll_up_changed',
  user_events_id: 'roll_up_changed',
  event_feed_position: 'roll_up_changed',
  connectors_missing: 'connector_changed',
  connector_progress_missing: 'connector_lease_lost',
}

/** The conflict that a broken constraint stands for, if the core knows it. */
export function findConflict(constraint: string): Conflict | undefined {
  if (constraint.endsWith('_owner')) return 'user_missing'
  return Object.hasOwn(conflicts, constraint) ? conflicts[constraint] : undefined
}
