import { sql } from 'kysely'
import type { Facts } from '../../core/writes.ts'
import { type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import { selectJsonRows } from '../engine/json-rows.ts'

/** The events of each user, and of no user under the empty ID. Each event that was counted is in it once. */
export const userEvents = table('user_events', { appId: text(), userId: text(), id: text() }, [
  'app_id',
  'user_id',
  'id',
])

declare module '../schema.ts' {
  interface Tables {
    user_events: StoredRow<typeof userEvents>
  }
}

export function userEventWrites(db: Database) {
  const insert = prepareStep('user_events', ({ rows }: { rows: string }) => {
    const source = selectJsonRows(db, { rows, columns: ['text', 'text', 'text'] })
    return { compile: () => sql`insert into user_events (app_id, user_id, id) ${source}`.compile(db.query) }
  })
  return {
    indexEvents: ({ appId, events }: Facts['indexEvents']) =>
      insert({ rows: JSON.stringify(events.map(({ userId = '', id }) => [appId, userId, id])) }),
  }
}
