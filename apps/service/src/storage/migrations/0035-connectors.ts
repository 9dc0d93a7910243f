import type { Migration } from './migration.ts'

/**
 * Connectors, how far each one is, the feed that they read, and the events that receivers rejected. The feed gives the events
 * of an application consecutive positions, in the order in which the roll-up worker counted them.
 */
export const connectors: Migration = {
  name: '0035-connectors',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('connectors')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      // JSON, without secrets.
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('filter', 'text', (column) => column.notNull())
      // Sealed under the master key.
      .addColumn('secrets', 'text', (column) => column.notNull())
      .addColumn('paused_at', types.integer)
      .addColumn('version', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('connectors_id', ['app_id', 'id']),
    schema
      .createTable('connector_progress')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('position', types.integer, (column) => column.notNull())
      .addColumn('batch_end', types.integer)
      .addColumn('lease', types.integer, (column) => column.notNull())
      .addColumn('leased_until', types.integer, (column) => column.notNull())
      .addColumn('next_at', types.integer, (column) => column.notNull())
      .addColumn('failures', types.integer, (column) => column.notNull())
      .addColumn('delivered', types.integer, (column) => column.notNull())
      .addColumn('missed', types.integer, (column) => column.notNull())
      .addColumn('delivered_at', types.integer)
      // JSON: kind, text, and time.
      .addColumn('last_error', 'text')
      .addPrimaryKeyConstraint('connector_progress_id', ['app_id', 'id']),
    schema
      .createTable('event_feed')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('position', types.integer, (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_feed_position', ['app_id', 'position']),
    schema
      .createTable('dead_letters')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('connector_id', 'text', (column) => column.notNull())
      .addColumn('position', types.integer, (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('error', 'text', (column) => column.notNull())
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('dead_letters_position', ['app_id', 'connector_id', 'position']),
    schema.createIndex('dead_letters_by_expiry').on('dead_letters').column('expires_at'),
    // The position of the last event of the feed.
    schema
      .alterTable('roll_up_cursors')
      .addColumn('feed_end', types.integer, (column) => column.notNull().defaultTo(0)),
  ],
}
