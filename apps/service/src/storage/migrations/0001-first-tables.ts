import type { CreateTableBuilder, Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

type Columns = Readonly<Record<string, 'text' | 'text?' | 'integer' | 'integer?' | 'smallint' | 'bytes'>>

const applications: Columns = {
  id: 'text',
  name: 'text',
  rp_id: 'text',
  origins: 'text',
  base_url: 'text?',
  settings: 'text',
  created_at: 'integer',
  updated_at: 'integer',
}

const signingKeys: Columns = {
  app_id: 'text',
  kid: 'text',
  public_jwk: 'text',
  sealed_private_key: 'text',
  created_at: 'integer',
  retired_at: 'integer?',
}

const apiKeys: Columns = {
  id: 'text',
  app_id: 'text',
  name: 'text',
  scopes: 'text',
  secret_hash: 'text',
  created_at: 'integer',
  revoked_at: 'integer?',
}

const users: Columns = {
  app_id: 'text',
  id: 'text',
  username: 'text',
  username_key: 'text',
  username_type: 'text',
  display_name: 'text',
  status: 'text',
  created_at: 'integer',
}

const passkeys: Columns = {
  app_id: 'text',
  id: 'text',
  user_id: 'text',
  rp_id: 'text',
  credential_id: 'text',
  name: 'text',
  public_key: 'bytes',
  public_key_spki: 'bytes',
  algorithm: 'integer',
  sign_count: 'integer',
  aaguid: 'text',
  transports: 'text',
  backup_eligible: 'smallint',
  backed_up: 'smallint',
  user_verified: 'smallint',
  attestation_format: 'text',
  created_at: 'integer',
  created_from_device_id: 'text?',
  last_used_at: 'integer?',
  last_used_from_device_id: 'text?',
}

const devices: Columns = {
  app_id: 'text',
  user_id: 'text',
  id: 'text',
  description: 'text',
  first_seen_at: 'integer',
  last_seen_at: 'integer',
}

const spentSessions: Columns = { app_id: 'text', id: 'text', expires_at: 'integer' }

const events: Columns = {
  app_id: 'text',
  id: 'text',
  type: 'text',
  at: 'integer',
  user_id: 'text?',
  passkey_id: 'text?',
  device_id: 'text?',
  detail: 'text?',
}

/** Applications, users, passkeys and what is written with them. */
export const firstTables: Migration = {
  name: '0001-first-tables',
  kind: 'initial',
  since: '0.1.0',
  statements(builder, types) {
    const create = (name: string, columns: Columns) => table({ builder, types, name, columns })
    return [
      create('applications', applications).addPrimaryKeyConstraint('applications_id', ['id']),
      builder.schema.createIndex('applications_by_change').on('applications').columns(['updated_at', 'id']),
      create('signing_keys', signingKeys).addPrimaryKeyConstraint('signing_keys_kid', ['app_id', 'kid']),
      create('api_keys', apiKeys).addPrimaryKeyConstraint('api_keys_id', ['id']),
      builder.schema.createIndex('api_keys_by_application').on('api_keys').columns(['app_id', 'created_at']),
      create('users', users)
        .addPrimaryKeyConstraint('users_id', ['app_id', 'id'])
        .addUniqueConstraint('users_username_key', ['app_id', 'username_key']),
      ownedByUser('passkeys', create('passkeys', passkeys))
        .addPrimaryKeyConstraint('passkeys_id', ['app_id', 'id'])
        .addUniqueConstraint('passkeys_credential_id', ['rp_id', 'credential_id']),
      builder.schema.createIndex('passkeys_by_user').on('passkeys').columns(['app_id', 'user_id']),
      // A sign-in names the application and the credential, not the RP ID.
      builder.schema.createIndex('passkeys_by_credential').on('passkeys').columns(['app_id', 'credential_id']),
      ownedByUser('devices', create('devices', devices)).addPrimaryKeyConstraint('devices_id', [
        'app_id',
        'user_id',
        'id',
      ]),
      create('spent_sessions', spentSessions).addPrimaryKeyConstraint('spent_sessions_id', ['app_id', 'id']),
      builder.schema.createIndex('spent_sessions_by_expiry').on('spent_sessions').column('expires_at'),
      create('events', events).addPrimaryKeyConstraint('events_id', ['app_id', 'id']),
    ]
  },
}

function table(wanted: { builder: Kysely<unknown>; types: ColumnTypes; name: string; columns: Columns }) {
  let built: CreateTableBuilder<string, string> = wanted.builder.schema.createTable(wanted.name)
  for (const [column, kind] of Object.entries(wanted.columns)) {
    const type = kind.replace('?', '') as 'text' | 'integer' | 'smallint' | 'bytes'
    const native = type === 'integer' || type === 'bytes' ? wanted.types[type] : type
    built = built.addColumn(column, native, (definition) => (kind.endsWith('?') ? definition : definition.notNull()))
  }
  return built
}

function ownedByUser(name: string, built: CreateTableBuilder<string, string>) {
  return built.addForeignKeyConstraint(
    `${name}_owner`,
    ['app_id', 'user_id'],
    'users',
    ['app_id', 'id'],
    (constraint) => constraint.onDelete('cascade'),
  )
}
