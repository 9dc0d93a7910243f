import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Finds the old failures of unknown usernames, which are deleted every minute, without reading those of users. */
export const unknownFailures: Migration = {
  name: '0038-unknown-failures',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema.createIndex('failures_of_unknown').on('failures').columns(['last_at']).where(sql.ref('user_id'), 'is', null),
  ],
}
