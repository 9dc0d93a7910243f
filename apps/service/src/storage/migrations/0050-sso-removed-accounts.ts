import type { Migration } from './migration.ts'

/** Accounts whose members were removed, as hashes: a subject can be a name. */
export const ssoRemovedAccounts: Migration = {
  name: '0050-sso-removed-accounts',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('sso_removed_accounts')
      .addColumn('provider_id', 'text', (column) => column.notNull())
      .addColumn('account_hash', 'text', (column) => column.notNull())
      .addColumn('removed_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('sso_removed_accounts_hash', ['provider_id', 'account_hash'])
      .addForeignKeyConstraint(
        'sso_removed_accounts_provider',
        ['provider_id'],
        'sso_providers',
        ['id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
  ],
}
