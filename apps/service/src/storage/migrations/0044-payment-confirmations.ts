import type { Migration } from './migration.ts'

/** How a transaction was confirmed; null where with a passkey alone. */
export const paymentConfirmations: Migration = {
  name: '0044-payment-confirmations',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [schema.alterTable('transactions').addColumn('confirmed_by', 'text')],
}
