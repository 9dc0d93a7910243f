import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * What the roll-up worker writes: counts of events, how far it is in each application, and an index of the events of each
 * user that no sign-in pays for. A row of `user_events` is also the proof that its event was counted.
 */
export const rollUps: Migration = {
  name: '0029-roll-ups',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => {
    const userEvents = schema
      .createTable('user_events')
      .addColumn('app_id', 'text', (column) => column.notNull())
      // Empty if the event is about no user.
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_events_id', ['app_id', 'user_id', 'id'])
    return [
      // SQLite would otherwise store each row in the table and again in its index.
      types.integer === 'integer' ? userEvents.modifyEnd(sql`without rowid`) : userEvents,
      schema
        .createTable('roll_ups')
        .addColumn('app_id', 'text', (column) => column.notNull())
        // Days in UTC since 1970.
        .addColumn('day', types.integer, (column) => column.notNull())
        .addColumn('metric', 'text', (column) => column.notNull())
        .addColumn('dimension', 'text', (column) => column.notNull())
        // Counts of each quarter of an hour, up to the last one that isn't zero.
        .addColumn('counts', 'text', (column) => column.notNull())
        .addColumn('total', types.integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('roll_ups_dimension', ['app_id', 'day', 'metric', 'dimension']),
      schema
        .createTable('roll_up_cursors')
        .addColumn('app_id', 'text', (column) => column.notNull())
        .addColumn('position', 'text', (column) => column.notNull())
        .addColumn('version', types.integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('roll_up_cursors_app_id', ['app_id']),
    ]
  },
}
