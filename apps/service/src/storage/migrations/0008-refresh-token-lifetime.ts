import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The absolute lifetime of the refresh tokens of a client. */
export const refreshTokenLifetime: Migration = {
  name: '0008-refresh-token-lifetime',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, { integer }) => [
    { compile: () => sql.raw(`${addColumn} ${integer} not null default 15552000`).compile(builder) },
  ],
}

const addColumn = 'alter table openid_clients add column refresh_token_absolute_seconds'
