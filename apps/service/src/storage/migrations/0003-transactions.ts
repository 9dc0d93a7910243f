import type { Migration } from './migration.ts'

/** The transactions that users confirmed. They outlive their passkey, not their user. */
export const transactions: Migration = {
  name: '0003-transactions',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('transactions')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('passkey_id', 'text', (column) => column.notNull())
      .addColumn('tx_type', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('l_nonce', 'text', (column) => column.notNull())
      .addColumn('tx_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('transactions_id', ['app_id', 'id'])
      // A nonce is spent by its transaction.
      .addUniqueConstraint('transactions_nonce', ['app_id', 'user_id', 'nonce'])
      .addForeignKeyConstraint('transactions_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      ),
  ],
}
