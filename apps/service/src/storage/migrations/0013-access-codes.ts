import type { Migration } from './migration.ts'

/** Codes with which somebody on another device gets in. */
export const accessCodes: Migration = {
  name: '0013-access-codes',
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
      // Of each type and purpose a user has one: a newer one replaces it.
      .addPrimaryKeyConstraint('access_codes_type', ['app_id', 'user_id', 'purpose', 'type'])
      .addForeignKeyConstraint('access_codes_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      ),
    schema.createIndex('access_codes_by_id').on('access_codes').columns(['app_id', 'id']),
    schema.createIndex('access_codes_by_expiry').on('access_codes').column('expires_at'),
  ],
}
