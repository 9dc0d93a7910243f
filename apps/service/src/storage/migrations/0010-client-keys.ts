import type { Migration } from './migration.ts'

/** Public keys with which customers' backends sign their service tokens. */
export const clientKeys: Migration = {
  name: '0010-client-keys',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('client_keys')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('revoked_at', types.integer)
      .addPrimaryKeyConstraint('client_keys_id', ['app_id', 'id']),
  ],
}
