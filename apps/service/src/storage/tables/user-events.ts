import { sql } from 'kysely'
import type { Facts } from '../../core/writes.ts'
import { type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import { selectJsonEntries } from '../engine/json-rows.ts'

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
  const insert = prepareStep('user_events', ({ of, users }: { of: string; users: string }) => ({
    compile: () =>
      sql`insert into user_events (app_id, user_id, id)
        select cast(${of} as text), value, key from ${selectJsonEntries(db, users)}`.compile(db.query),
  }))
  return {
    indexEvents: ({ appId, events }: Facts['indexEvents']) =>
      insert({
        of: appId,
        users: JSON.stringify(Object.fromEntries(events.map(({ id, userId = '' }) => [id, userId]))),
      }),
  }
}
