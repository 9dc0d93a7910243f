import type { Migration } from './migration.ts'

/** Which refresh token of a sign-in is the latest. They go with their user. */
export const refreshFamilies: Migration = {
  name: '0007-refresh-families',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('refresh_families')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('passkey_id', 'text')
      .addColumn('amr', 'text', (column) => column.notNull())
      .addColumn('latest', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('revoked_at', types.integer)
      .addPrimaryKeyConstraint('refresh_families_id', ['app_id', 'id'])
      .addForeignKeyConstraint(
        'refresh_families_owner',
        ['app_id', 'user_id'],
        'users',
        ['app_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    schema.createIndex('refresh_families_by_user').on('refresh_families').columns(['app_id', 'user_id']),
    schema.createIndex('refresh_families_by_expiry').on('refresh_families').column('expires_at'),
  ],
}
