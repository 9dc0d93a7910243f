import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** OAuth clients, browser sessions, and consents, and the client that a refresh token was issued to. */
export const openidProvider: Migration = {
  name: '0002-openid-provider',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) =>
    createTables(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

/** To delete the refresh tokens of a client. It leaves out those of other sign-ins, which are most. */
export const refreshFamiliesByClient: Migration = {
  name: '0003-refresh-families-by-client',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema
      .createIndex('refresh_families_by_client')
      .on('refresh_families')
      .columns(['app_id', 'client_id'])
      .where('client_id', 'is not', null),
  ],
}

const createTables = ({ integer }: ColumnTypes): readonly string[] => [
  `create table openid_clients (
    app_id text not null, id text not null, name text not null, type text not null, logo_url text, homepage_url text,
    policy_url text, terms_url text, redirect_uris text not null, post_logout_redirect_uris text not null,
    backchannel_logout_uri text, auth_method text not null, jwks text, jwks_uri text, grant_types text not null,
    require_pkce smallint not null, scopes text not null, resources text not null, allowed_groups text not null,
    consent text not null, id_token_alg text not null, userinfo_alg text, subject_type text not null, sector text,
    access_token_seconds ${integer} not null, id_token_seconds ${integer} not null,
    refresh_token_seconds ${integer} not null, require_par smallint not null, dpop text not null, claims text not null,
    secrets text not null, disabled smallint not null, version ${integer} not null, created_at ${integer} not null,
    updated_at ${integer} not null,
    constraint openid_clients_id primary key (app_id, id)
  )`,
  `create table browser_sessions (
    app_id text not null, id text not null, key_hash text not null, user_id text not null, passkey_id text,
    token_epoch ${integer} not null, amr text not null, acr text, authenticated_at ${integer} not null,
    created_at ${integer} not null, last_used_at ${integer} not null, expires_at ${integer} not null, address text,
    user_agent text,
    constraint browser_sessions_id primary key (app_id, id),
    constraint browser_sessions_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade,
    constraint browser_sessions_passkey
      foreign key (app_id, passkey_id) references passkeys (app_id, id) on delete cascade
  )`,
  'create index browser_sessions_by_user on browser_sessions (app_id, user_id)',
  'create index browser_sessions_by_passkey on browser_sessions (app_id, passkey_id)',
  'create index browser_sessions_by_expiry on browser_sessions (expires_at)',
  `create table session_clients (
    app_id text not null, session_id text not null, client_id text not null, sid text not null,
    constraint session_clients_client_id primary key (app_id, session_id, client_id),
    constraint session_clients_session
      foreign key (app_id, session_id) references browser_sessions (app_id, id) on delete cascade,
    constraint session_clients_client
      foreign key (app_id, client_id) references openid_clients (app_id, id) on delete cascade
  )`,
  'create index session_clients_by_client on session_clients (app_id, client_id)',
  `create table consents (
    app_id text not null, user_id text not null, client_id text not null, scopes text not null,
    resources text not null, granted_at ${integer} not null, updated_at ${integer} not null,
    constraint consents_client_id primary key (app_id, user_id, client_id),
    constraint consents_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade,
    constraint consents_client foreign key (app_id, client_id) references openid_clients (app_id, id) on delete cascade
  )`,
  'create index consents_by_client on consents (app_id, client_id)',
  'alter table refresh_families add column client_id text',
  'alter table refresh_families add column granted text',
]
