import type { Migration } from './migration.ts'

/**
 * How often everything that was issued to a user was revoked, which tokens, codes and refresh families carry from then on;
 * and the refresh token that was exchanged last.
 */
export const tokenEpochs: Migration = {
  name: '0016-token-epochs',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    ...['users', 'codes', 'access_codes', 'refresh_families'].map((table) =>
      schema.alterTable(table).addColumn('token_epoch', types.integer, (column) => column.notNull().defaultTo(0)),
    ),
    schema.alterTable('refresh_families').addColumn('previous', 'text'),
    schema.alterTable('refresh_families').addColumn('rotated_at', types.integer),
  ],
}
