import type { SchemaModule } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Members and groups that a directory provisions by SCIM, and the roles that the groups give. */
export const scim: Migration = {
  name: '0037-scim',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    createUsers(schema, types),
    createGroups(schema, types),
    createGroupMembers(schema),
    createGroupRoles(schema),
    schema.createIndex('directory_group_members_by_user').on('directory_group_members').columns(['user_id']),
    schema.createIndex('directory_group_roles_by_application').on('directory_group_roles').columns(['app_id']),
  ],
}

/** `profile` is JSON: what the directory sent besides username, status, and external ID. */
const createUsers = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('directory_users')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text')
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('updated_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_users_user_id', ['user_id'])
    .addForeignKeyConstraint('directory_users_owner', ['user_id'], 'members', ['user_id'], (constraint) =>
      constraint.onDelete('cascade'),
    )

const createGroups = (schema: SchemaModule, types: ColumnTypes) =>
  schema
    .createTable('directory_groups')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text')
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('updated_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_groups_id', ['id'])

const createGroupMembers = (schema: SchemaModule) =>
  schema
    .createTable('directory_group_members')
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_group_members_user_id', ['group_id', 'user_id'])
    .addForeignKeyConstraint('directory_group_members_group', ['group_id'], 'directory_groups', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'directory_group_members_owner',
      ['user_id'],
      'directory_users',
      ['user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )

/** `app_id` is the application that the role is on, or `*`. */
const createGroupRoles = (schema: SchemaModule) =>
  schema
    .createTable('directory_group_roles')
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_group_roles_application', ['group_id', 'app_id'])
    .addForeignKeyConstraint('directory_group_roles_group', ['group_id'], 'directory_groups', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
