import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Moments (milliseconds since 1970) that never decrease, by what is forgotten behind them. */
export const watermarks: Migration = {
  name: '0024-watermarks',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder, types) => [
    builder.schema
      .createTable('watermarks')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('watermarks_name', ['name']),
    { compile: () => sql`insert into watermarks (name, value) values ('spent_sessions', 0)`.compile(builder) },
  ],
}
