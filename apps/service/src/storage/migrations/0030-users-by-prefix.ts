import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Finds users by the beginning of their username. The order of a PostgreSQL database can ignore letter case or punctuation,
 * so the prefix needs an index by bytes; SQLite compares by bytes anyway.
 */
export const usersByPrefix: Migration = {
  name: '0030-users-by-prefix',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, { byteOrder }) =>
    byteOrder === 'binary'
      ? []
      : [
          schema
            .createIndex('users_by_prefix')
            .on('users')
            .columns(['app_id'])
            .expression(sql`username_key collate ${sql.id(byteOrder)}`),
        ],
}
