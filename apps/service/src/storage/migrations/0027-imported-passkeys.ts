import type { Migration } from './migration.ts'

/**
 * What a passkey that was registered elsewhere has of its own: another user handle (null: the user's id, empty: not known
 * yet), and a backup eligibility that may not be known. Earlier versions ignore both columns.
 */
export const importedPasskeys: Migration = {
  name: '0027-imported-passkeys',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema.alterTable('passkeys').addColumn('user_handle', 'text'),
    schema
      .alterTable('passkeys')
      .addColumn('backup_eligible_unknown', 'smallint', (column) => column.notNull().defaultTo(0)),
  ],
}
