import type { Migration } from './migration.ts'

/** What waits to be sent, how much was sent lately, and what a developer reads instead of sending it. */
export const messages: Migration = {
  name: '0005-messages',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('messages')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('about', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('told', 'text', (column) => column.notNull())
      .addColumn('next_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('messages_id', ['app_id', 'id']),
    schema.createIndex('messages_by_time').on('messages').columns(['next_at', 'id']),
    schema
      .createTable('message_counts')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('count', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('message_counts_id', ['app_id', 'id']),
    schema.createIndex('message_counts_by_expiry').on('message_counts').column('expires_at'),
    schema
      .createTable('outbox')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('outbox_id', ['app_id', 'id']),
    schema.createIndex('outbox_by_expiry').on('outbox').column('expires_at'),
  ],
}
