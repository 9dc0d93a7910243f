import type { Migration } from './migration.ts'

/** The keys by which devices are recognised, as JWK thumbprints. They go with their device, and so with their user. */
export const deviceKeys: Migration = {
  name: '0008-device-keys',
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
    // A call that knows no user asks whether anybody has the key.
    schema.createIndex('device_keys_by_thumbprint').on('device_keys').columns(['app_id', 'thumbprint']),
  ],
}
