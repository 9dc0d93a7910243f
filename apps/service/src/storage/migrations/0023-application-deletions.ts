import type { Migration } from './migration.ts'

/** Applications that were deleted, as long as a call from before the deletion may still write something of theirs. */
export const applicationDeletions: Migration = {
  name: '0023-application-deletions',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('application_deletions')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('deleted_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('application_deletions_app_id', ['app_id']),
  ],
}
