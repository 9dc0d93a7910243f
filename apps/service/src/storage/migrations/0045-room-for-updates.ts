import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Each sign-in updates one row of each of these tables, in columns that no index has. */
const updatedOften = ['passkeys', 'devices']

/**
 * PostgreSQL writes the new version of a row beside the old one if their page has room, and then changes no index (a heap-only
 * tuple). Without room, it writes to another page and to each index of the table, and logs each of these pages as a whole.
 */
export const roomForUpdates: Migration = {
  name: '0045-room-for-updates',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, { byteOrder }) =>
    byteOrder === 'binary'
      ? []
      : updatedOften.map((table) => ({
          compile: () => sql`alter table ${sql.table(table)} set (fillfactor = 85)`.compile(builder),
        })),
}
