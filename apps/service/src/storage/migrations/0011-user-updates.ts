import type { Migration } from './migration.ts'

/** When a user's status last changed. */
export const userUpdates: Migration = {
  name: '0011-user-updates',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [schema.alterTable('users').addColumn('updated_at', types.integer)],
}
