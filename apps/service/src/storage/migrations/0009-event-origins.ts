import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const earlierWarnings = sql`update events set severity = 2 where type like '%.blocked' or type like '%.counter'`

/** Where an event came from, and how much it matters: 0 info to 3 critical. */
export const eventOrigins: Migration = {
  name: '0009-event-origins',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder, types) => [
    builder.schema.alterTable('events').addColumn('severity', 'smallint', (column) => column.notNull().defaultTo(0)),
    builder.schema.alterTable('events').addColumn('address', 'text'),
    builder.schema.alterTable('events').addColumn('trace_id', 'text'),
    builder.schema.alterTable('events').addColumn('duration', types.integer),
    builder.schema.alterTable('events').addColumn('reason', 'text'),
    { compile: () => earlierWarnings.compile(builder) },
  ],
}
