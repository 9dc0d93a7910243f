import type { Migration } from './migration.ts'

/** The assertions of transactions that a later step of an MFA flow needs, and whose session can't hold them. */
export const transactionAssertions: Migration = {
  name: '0039-transaction-assertions',
  kind: 'expand',
  since: '0.1.0',
  // JSON.
  statements: ({ schema }) => [schema.alterTable('transactions').addColumn('assertion', 'text')],
}
