import type { Migration } from './migration.ts'

/** A signing key is wanted for tokens that were made before the settings gave them shorter lives. */
export const tokensUntil: Migration = {
  name: '0015-tokens-until',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [schema.alterTable('applications').addColumn('tokens_until', types.integer)],
}
