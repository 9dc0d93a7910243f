/** The same as `postgresBaseline`, which explains what both have, in SQLite's types. It never changes either. */
export const sqliteBaseline: readonly string[] = [
  `create table installation (
    name text not null, value text not null,
    constraint installation_name primary key (name)
  )`,
  `create table watermarks (
    name text not null, value integer not null,
    constraint watermarks_name primary key (name)
  )`,
  `create table rate_limits (
    key text not null, full_at integer not null,
    constraint rate_limits_key primary key (key)
  )`,
  `create table applications (
    id text not null, name text not null, rp_id text not null, origins text not null, base_url text,
    settings text not null, created_at integer not null, updated_at integer not null, tokens_until integer,
    constraint applications_id primary key (id)
  )`,
  `create table application_versions (
    app_id text not null, version integer not null,
    constraint application_versions_app_id primary key (app_id),
    constraint application_versions_version unique (version)
  )`,
  `create table application_deletions (
    app_id text not null, deleted_at integer not null,
    constraint application_deletions_app_id primary key (app_id)
  )`,
  `create table signing_keys (
    app_id text not null, kid text not null, public_jwk text not null, sealed_private_key text not null,
    created_at integer not null, retired_at integer,
    constraint signing_keys_kid primary key (app_id, kid)
  )`,
  'create index signing_keys_by_id on signing_keys (kid)',
  `create table api_keys (
    id text not null, app_id text not null, name text not null, scopes text not null, secret_hash text not null,
    created_at integer not null, revoked_at integer, last_used_at integer, expires_at integer,
    constraint api_keys_id primary key (id)
  )`,
  'create index api_keys_by_application on api_keys (app_id, created_at)',
  `create table client_keys (
    app_id text not null, id text not null, name text not null, public_key text not null, created_at integer not null,
    revoked_at integer,
    constraint client_keys_id primary key (app_id, id)
  )`,
  `create table aaguid_blacklist (
    app_id text not null, aaguid text not null, auth smallint not null, reg smallint not null,
    constraint aaguid_blacklist_aaguid primary key (app_id, aaguid)
  )`,
  `create table message_templates (
    app_id text not null, template text not null, locale text not null, texts text not null,
    updated_at integer not null,
    constraint message_templates_locale primary key (app_id, template, locale)
  )`,
  `create table saved_filters (
    app_id text not null, name text not null, id text not null, filters text not null, saved_by text not null,
    saved_at integer not null,
    constraint saved_filters_name primary key (app_id, name)
  )`,
  `create table users (
    app_id text not null, id text not null, username text not null, username_key text not null,
    username_type text not null, display_name text not null, status text not null, created_at integer not null,
    updated_at integer, token_epoch integer default 0 not null,
    constraint users_id primary key (app_id, id),
    constraint users_username_key unique (app_id, username_key)
  )`,
  `create table contacts (
    app_id text not null, user_id text not null, kind text not null, address text not null, address_key text not null,
    verified_at integer, messaging_consent smallint not null, created_at integer not null,
    secondary smallint default 0 not null,
    constraint contacts_kind primary key (app_id, user_id, address_key, kind),
    constraint contacts_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create unique index contacts_address_key on contacts (app_id, address_key) where verified_at is not null',
  `create table names (
    app_id text not null, name_key text not null, user_id text not null, kind text,
    constraint names_name_key primary key (app_id, name_key),
    constraint names_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade,
    constraint names_contact foreign key (app_id, user_id, name_key, kind)
      references contacts (app_id, user_id, address_key, kind) on delete cascade
  )`,
  'create index names_by_user on names (app_id, user_id)',
  `create table devices (
    app_id text not null, user_id text not null, id text not null, description text not null,
    first_seen_at integer not null, last_seen_at integer not null,
    constraint devices_id primary key (app_id, user_id, id),
    constraint devices_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index devices_by_id on devices (app_id, id)',
  `create table device_keys (
    app_id text not null, user_id text not null, device_id text not null, thumbprint text not null,
    created_at integer not null,
    constraint device_keys_thumbprint primary key (app_id, user_id, device_id, thumbprint),
    constraint device_keys_owner
      foreign key (app_id, user_id, device_id) references devices (app_id, user_id, id) on delete cascade
  )`,
  'create index device_keys_by_thumbprint on device_keys (app_id, thumbprint)',
  `create table passkeys (
    app_id text not null, id text not null, user_id text not null, rp_id text not null, credential_id text not null,
    name text not null, public_key blob not null, public_key_spki blob not null, algorithm integer not null,
    sign_count integer not null, aaguid text not null, transports text not null, backup_eligible smallint not null,
    backed_up smallint not null, user_verified smallint not null, attestation_format text not null,
    created_at integer not null, created_from_device_id text, last_used_at integer, last_used_from_device_id text,
    slot integer, user_handle text, backup_eligible_unknown smallint default 0 not null, extensions text,
    constraint passkeys_id primary key (app_id, id),
    constraint passkeys_credential_id unique (rp_id, credential_id),
    constraint passkeys_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index passkeys_by_user on passkeys (app_id, user_id)',
  'create index passkeys_by_credential on passkeys (app_id, credential_id)',
  'create unique index passkeys_slot on passkeys (app_id, user_id, slot)',
  `create table credentials (
    app_id text not null, id text not null, user_id text not null, type text not null, status text not null,
    name text not null, secret text not null, last_step integer not null, created_at integer not null,
    updated_at integer not null,
    constraint credentials_id primary key (app_id, id),
    constraint credentials_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  "create unique index credentials_type on credentials (app_id, user_id, type) where status = 'active'",
  'create index credentials_by_user on credentials (app_id, user_id)',
  `create table transactions (
    app_id text not null, id text not null, user_id text not null, username text not null, passkey_id text not null,
    tx_type text not null, payload text not null, nonce text not null, l_nonce text not null, tx_hash text not null,
    created_at integer not null, assertion text, confirmed_by text,
    constraint transactions_id primary key (app_id, id),
    constraint transactions_nonce unique (app_id, user_id, nonce),
    constraint transactions_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  `create table codes (
    app_id text not null, account text not null, purpose text not null, method text not null, user_id text,
    code_hash text not null, address text, shown_by text, until integer, attempts integer not null,
    created_at integer not null, expires_at integer not null, token_epoch integer default 0 not null,
    constraint codes_method primary key (app_id, account, purpose, method),
    constraint codes_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index codes_by_user on codes (app_id, user_id)',
  'create index codes_by_expiry on codes (expires_at)',
  `create table access_codes (
    app_id text not null, id text not null, user_id text not null, type text not null, purpose text not null,
    code_hash text not null, authorized_at integer, created_at integer not null, expires_at integer not null,
    token_epoch integer default 0 not null,
    constraint access_codes_type primary key (app_id, user_id, purpose, type),
    constraint access_codes_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index access_codes_by_id on access_codes (app_id, id)',
  'create index access_codes_by_expiry on access_codes (expires_at)',
  `create table failures (
    app_id text not null, account text not null, method text not null, user_id text, count integer not null,
    last_at integer not null,
    constraint failures_method primary key (app_id, account, method),
    constraint failures_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index failures_by_user on failures (app_id, user_id)',
  'create index failures_of_unknown on failures (last_at) where user_id is null',
  `create table refresh_families (
    app_id text not null, id text not null, user_id text not null, passkey_id text, amr text not null,
    latest text not null, signed_in_at integer not null, expires_at integer not null, revoked_at integer,
    token_epoch integer default 0 not null, previous text, rotated_at integer,
    constraint refresh_families_id primary key (app_id, id),
    constraint refresh_families_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index refresh_families_by_user on refresh_families (app_id, user_id)',
  'create index refresh_families_by_expiry on refresh_families (expires_at)',
  `create table spent_sessions (
    app_id text not null, id text not null, expires_at integer not null,
    constraint spent_sessions_app_id primary key (id, app_id)
  ) without rowid`,
  "create index spent_nonces_by_expiry on spent_sessions (expires_at) where id >= 'nonce '",
  `create table messages (
    app_id text not null, id text not null, user_id text, kind text not null, about text not null,
    attempts integer not null, told text not null, next_at integer not null, expires_at integer not null,
    created_at integer not null,
    constraint messages_id primary key (app_id, id)
  )`,
  'create index messages_by_time on messages (next_at, id)',
  `create table message_counts (
    app_id text not null, id text not null, count integer not null, expires_at integer not null,
    constraint message_counts_id primary key (app_id, id)
  )`,
  'create index message_counts_by_expiry on message_counts (expires_at)',
  `create table outbox (
    app_id text not null, id text not null, content text not null, expires_at integer not null,
    constraint outbox_id primary key (app_id, id)
  )`,
  'create index outbox_by_expiry on outbox (expires_at)',
  `create table events (
    app_id text not null, id text not null, type text not null, at integer not null, user_id text, passkey_id text,
    device_id text, detail text, severity smallint default 0 not null, address text, trace_id text, duration integer,
    reason text,
    constraint events_id primary key (app_id, id)
  )`,
  // Without a rowid, SQLite doesn't store each row in the table and again in its index.
  `create table user_events (
    app_id text not null, user_id text not null, id text not null,
    constraint user_events_id primary key (app_id, user_id, id)
  ) without rowid`,
  `create table roll_ups (
    app_id text not null, day integer not null, metric text not null, dimension text not null, counts text not null,
    total integer not null,
    constraint roll_ups_dimension primary key (app_id, day, metric, dimension)
  )`,
  `create table roll_up_cursors (
    app_id text not null, position text not null, version integer not null, feed_end integer default 0 not null,
    constraint roll_up_cursors_app_id primary key (app_id)
  )`,
  `create table event_feed (
    app_id text not null, position integer not null, event_id text not null,
    constraint event_feed_position primary key (app_id, position)
  )`,
  `create table connectors (
    app_id text not null, id text not null, name text not null, target text not null, filter text not null,
    secrets text not null, paused_at integer, version integer not null, created_at integer not null,
    constraint connectors_id primary key (app_id, id)
  )`,
  `create table connector_progress (
    app_id text not null, id text not null, position integer not null, batch_end integer, lease integer not null,
    leased_until integer not null, next_at integer not null, failures integer not null, delivered integer not null,
    missed integer not null, delivered_at integer, last_error text,
    constraint connector_progress_id primary key (app_id, id)
  )`,
  `create table dead_letters (
    app_id text not null, connector_id text not null, position integer not null, event_id text not null,
    error text not null, at integer not null, expires_at integer not null,
    constraint dead_letters_position primary key (app_id, connector_id, position)
  )`,
  'create index dead_letters_by_expiry on dead_letters (expires_at)',
  `create table members (
    user_id text not null, app_id text not null, name text not null, email text, created_at integer not null,
    constraint members_user_id primary key (user_id),
    constraint members_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  `create table member_roles (
    user_id text not null, app_id text not null, role text not null,
    constraint member_roles_application primary key (user_id, app_id),
    constraint member_roles_owner foreign key (user_id) references members (user_id) on delete cascade
  )`,
  'create index member_roles_by_application on member_roles (app_id, user_id)',
  `create table invitations (
    id text not null, kind text not null, secret_hash text not null, email text, roles text not null, user_id text,
    created_at integer not null, created_by text not null, expires_at integer not null, accepted_at integer,
    constraint invitations_id primary key (id),
    constraint invitations_owner foreign key (user_id) references members (user_id) on delete cascade
  )`,
  `create table sso_providers (
    id text not null, name text not null, client_id text not null, client_secret text not null,
    discovery_url text not null, enforced_domains text not null, trusts_emails integer not null, role_claim text,
    role_mappings text not null, created_at integer not null, updated_at integer not null,
    scopes text default '[]' not null, claims text default '{}' not null, owns_directory smallint default 0 not null,
    constraint sso_providers_id primary key (id)
  )`,
  `create table sso_identities (
    provider_id text not null, subject text not null, user_id text not null, created_at integer not null, email text,
    email_verified smallint default 0 not null, groups_omitted smallint default 0 not null, last_used_at integer,
    constraint sso_identities_subject primary key (provider_id, subject),
    constraint sso_identities_provider foreign key (provider_id) references sso_providers (id) on delete cascade,
    constraint sso_identities_owner foreign key (user_id) references members (user_id) on delete cascade
  )`,
  `create table sso_removed_accounts (
    provider_id text not null, account_hash text not null, removed_at integer not null,
    constraint sso_removed_accounts_hash primary key (provider_id, account_hash),
    constraint sso_removed_accounts_provider foreign key (provider_id) references sso_providers (id) on delete cascade
  )`,
  `create table member_sessions (
    id text not null, token_hash text not null, app_id text not null, user_id text not null, passkey_id text,
    token_epoch integer not null, created_at integer not null, last_used_at integer not null,
    confirmed_at integer not null, expires_at integer not null, address text, user_agent text,
    provider_id text references sso_providers (id) on delete cascade, sid text,
    constraint member_sessions_id primary key (id),
    constraint member_sessions_owner foreign key (user_id) references members (user_id) on delete cascade,
    constraint member_sessions_passkey
      foreign key (app_id, passkey_id) references passkeys (app_id, id) on delete cascade
  )`,
  'create unique index member_sessions_token on member_sessions (token_hash)',
  'create index member_sessions_by_member on member_sessions (user_id)',
  'create index member_sessions_by_passkey on member_sessions (app_id, passkey_id)',
  `create table directory_users (
    user_id text not null, external_id text, profile text not null, created_at integer not null,
    updated_at integer not null,
    constraint directory_users_user_id primary key (user_id),
    constraint directory_users_owner foreign key (user_id) references members (user_id) on delete cascade
  )`,
  `create table directory_groups (
    id text not null, display_name text not null, external_id text, created_at integer not null,
    updated_at integer not null,
    constraint directory_groups_id primary key (id)
  )`,
  `create table directory_group_members (
    group_id text not null, user_id text not null,
    constraint directory_group_members_user_id primary key (group_id, user_id),
    constraint directory_group_members_group foreign key (group_id) references directory_groups (id) on delete cascade,
    constraint directory_group_members_owner
      foreign key (user_id) references directory_users (user_id) on delete cascade
  )`,
  'create index directory_group_members_by_user on directory_group_members (user_id)',
  `create table directory_group_roles (
    group_id text not null, app_id text not null, role text not null,
    constraint directory_group_roles_application primary key (group_id, app_id),
    constraint directory_group_roles_group foreign key (group_id) references directory_groups (id) on delete cascade
  )`,
  'create index directory_group_roles_by_application on directory_group_roles (app_id)',
  `create table audit_entries (
    id text not null, at integer not null, actor_kind text not null, actor_id text not null, actor_name text not null,
    action text not null, application text, target text, before text, after text, address text, user_agent text,
    constraint audit_entries_id primary key (id)
  )`,
  'create index audit_entries_by_application on audit_entries (application, id)',
  'create index audit_entries_by_actor on audit_entries (actor_id, id)',
  "insert into watermarks (name, value) values ('spent_sessions', 0)",
]
