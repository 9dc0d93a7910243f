import type { Migration } from './migration.ts'

/** When an API key was last used, to the hour, and when it expires. */
export const apiKeyUses: Migration = {
  name: '0032-api-key-uses',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema.alterTable('api_keys').addColumn('last_used_at', types.integer),
    schema.alterTable('api_keys').addColumn('expires_at', types.integer),
  ],
}
