import type { Migration } from './migration.ts'

/** The absolute lifetime of the refresh tokens of a client. */
export const refreshTokenLifetime: Migration = {
  name: '0008-refresh-token-lifetime',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, { integer }) => [
    builder.schema
      .alterTable('openid_clients')
      .addColumn('refresh_token_absolute_seconds', integer, (column) => column.notNull().defaultTo(15_552_000)),
  ],
}
