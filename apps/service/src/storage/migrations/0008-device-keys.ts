import type { Migration } from './migration.ts'

/** The keys that identify devices, as JWK thumbprints. Deleted with their device, and so with their user. */
export const deviceKeys: Migration = {
  name: '0008-device-keys',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('device_keys')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('thumbprint', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('device_keys_thumbprint', ['app_id', 'user_id', 'device_id', 'thumbprint'])
      .addForeignKeyConstraint(
        'device_keys_owner',
        ['app_id', 'user_id', 'device_id'],
        'devices',
        ['app_id', 'user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    // For calls without a user, which look up the key across all users.
    schema.createIndex('device_keys_by_thumbprint').on('device_keys').columns(['app_id', 'thumbprint']),
  ],
}
