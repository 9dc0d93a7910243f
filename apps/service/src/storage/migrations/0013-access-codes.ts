import type { Migration } from './migration.ts'

/** Codes that let a user sign in on another device. */
export const accessCodes: Migration = {
  name: '0013-access-codes',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('access_codes')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('authorized_at', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      // One per user, type, and purpose: a new code replaces the old one.
      .addPrimaryKeyConstraint('access_codes_type', ['app_id', 'user_id', 'purpose', 'type'])
      .addForeignKeyConstraint('access_codes_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      ),
    schema.createIndex('access_codes_by_id').on('access_codes').columns(['app_id', 'id']),
    schema.createIndex('access_codes_by_expiry').on('access_codes').column('expires_at'),
  ],
}
