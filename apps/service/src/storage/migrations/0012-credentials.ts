import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Credentials that only the first generation has. */
export const credentials: Migration = {
  name: '0012-credentials',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('credentials')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('last_step', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('credentials_id', ['app_id', 'id'])
      .addForeignKeyConstraint('credentials_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      ),
    // Of each kind a user has at most one in use.
    schema
      .createIndex('credentials_type')
      .unique()
      .on('credentials')
      .columns(['app_id', 'user_id', 'type'])
      .where(sql.ref('status'), '=', sql.lit('active')),
    schema.createIndex('credentials_by_user').on('credentials').columns(['app_id', 'user_id']),
  ],
}
