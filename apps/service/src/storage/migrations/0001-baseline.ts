import { sql } from 'kysely'
import { postgresBaseline } from './0001-baseline-postgres.ts'
import { sqliteBaseline } from './0001-baseline-sqlite.ts'
import { sqliteTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Everything that a database of the first release has, in the words of its engine. */
export const baseline: Migration = {
  name: '0001-baseline',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder, types) =>
    (types === sqliteTypes ? sqliteBaseline : postgresBaseline).map((text) => ({
      compile: () => sql.raw(text).compile(builder),
    })),
}
