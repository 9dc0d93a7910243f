import type { SchemaModule } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Members of the installation, who are users of its own application; their roles, invitations, and sessions. */
export const members: Migration = {
  name: '0028-members',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    createMembers(schema, types),
    createRoles(schema),
    createInvitations(schema, types),
    createSessions(schema, types),
    schema.createIndex('member_roles_by_application').on('member_roles').columns(['app_id', 'user_id']),
    schema.createIndex('member_sessions_token').unique().on('member_sessions').columns(['token_hash']),
    schema.createIndex('member_sessions_by_member').on('member_sessions').columns(['user_id']),
    schema.createIndex('member_sessions_by_passkey').on('member_sessions').columns(['app_id', 'passkey_id']),
  ],
}

const createMembers = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('members')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('members_user_id', ['user_id'])
    .addForeignKeyConstraint('members_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
      constraint.onDelete('cascade'),
    )

/** `app_id` is the application that the role is on, or `*`. */
const createRoles = (schema: SchemaModule) =>
  schema
    .createTable('member_roles')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('member_roles_application', ['user_id', 'app_id'])
    .addForeignKeyConstraint('member_roles_owner', ['user_id'], 'members', ['user_id'], (constraint) =>
      constraint.onDelete('cascade'),
    )

const createInvitations = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .addColumn('accepted_at', types.integer)
    .addPrimaryKeyConstraint('invitations_id', ['id'])
    .addForeignKeyConstraint('invitations_owner', ['user_id'], 'members', ['user_id'], (constraint) =>
      constraint.onDelete('cascade'),
    )

const createSessions = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('member_sessions')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('passkey_id', 'text', (column) => column.notNull())
    .addColumn('token_epoch', types.integer, (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('last_used_at', types.integer, (column) => column.notNull())
    .addColumn('confirmed_at', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
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
