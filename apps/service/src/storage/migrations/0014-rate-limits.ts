import type { Migration } from './migration.ts'

/** Calls that all nodes count together: by hashed key, when all of them are there again, in microseconds since 1970. */
export const rateLimits: Migration = {
  name: '0014-rate-limits',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('full_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('rate_limits_key', ['key']),
  ],
}
