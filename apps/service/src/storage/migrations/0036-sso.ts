import { type SchemaModule, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** OpenID providers that members sign in with, whom they know there, and sessions that begin without a passkey. */
export const sso: Migration = {
  name: '0036-sso',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) => {
    const { schema } = builder
    const fromSql = (text: string) => ({ compile: () => sql.raw(text).compile(builder) })
    return [
      createProviders(schema, types),
      createIdentities(schema, types),
      ...(types.integer === 'integer' ? rebuildSessions(schema, fromSql) : [allowNoPasskey(schema)]),
      addProvider(schema),
      schema.alterTable('member_sessions').addColumn('sid', 'text'),
    ]
  },
}

const allowNoPasskey = (schema: SchemaModule) =>
  schema.alterTable('member_sessions').alterColumn('passkey_id', (column) => column.dropNotNull())

/** SQLite can't change a column. */
const rebuildSessions = (
  schema: SchemaModule,
  fromSql: (text: string) => ReturnType<Migration['statements']>[number],
) => [
  createSessions(schema),
  fromSql(`insert into sessions_of_members (${copied}) select ${copied} from member_sessions`),
  schema.dropTable('member_sessions'),
  schema.createIndex('member_sessions_token').unique().on('sessions_of_members').columns(['token_hash']),
  schema.createIndex('member_sessions_by_member').on('sessions_of_members').columns(['user_id']),
  schema.createIndex('member_sessions_by_passkey').on('sessions_of_members').columns(['app_id', 'passkey_id']),
  schema.alterTable('sessions_of_members').renameTo('member_sessions'),
]

const copied =
  'id, token_hash, app_id, user_id, passkey_id, token_epoch, created_at, last_used_at, confirmed_at, expires_at, address, user_agent'

/** A session ends with the provider that it came from. */
const addProvider = (schema: SchemaModule) =>
  schema
    .alterTable('member_sessions')
    .addColumn('provider_id', 'text', (column) => column.references('sso_providers.id').onDelete('cascade'))

/** The client secret is encrypted; lists and role mappings are JSON. */
const createProviders = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('sso_providers')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('discovery_url', 'text', (column) => column.notNull())
    .addColumn('enforced_domains', 'text', (column) => column.notNull())
    .addColumn('trusts_emails', types.integer, (column) => column.notNull())
    .addColumn('role_claim', 'text')
    .addColumn('role_mappings', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('updated_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('sso_providers_id', ['id'])

const createIdentities = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('sso_identities')
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('sso_identities_subject', ['provider_id', 'subject'])
    .addForeignKeyConstraint('sso_identities_provider', ['provider_id'], 'sso_providers', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint('sso_identities_owner', ['user_id'], 'members', ['user_id'], (constraint) =>
      constraint.onDelete('cascade'),
    )

const createSessions = (schema: SchemaModule) =>
  schema
    .createTable('sessions_of_members')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('passkey_id', 'text')
    .addColumn('token_epoch', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_used_at', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .addPrimaryKeyConstraint('member_sessions_id', ['id'])
    .addForeignKeyConstraint('member_sessions_owner', ['user_id'], 'members', ['user_id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'member_sessions_passkey',
      ['app_id', 'passkey_id'],
      'passkeys',
      ['app_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
