import type { MessageCountStore } from '../../core/ports/stores/message-counts.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareStep, required } from '../engine/database.ts'

export const messageCounts = table(
  'message_counts',
  { appId: text(), id: text(), count: number(), expiresAt: number() },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    message_counts: StoredRow<typeof messageCounts>
  }
}

export function messageCountReads(db: Database): MessageCountStore {
  const find = prepareFind(db, messageCounts, ['appId', 'id'])
  return { find: async (appId, id) => (await find({ appId, id }))[0]?.count ?? 0 }
}

export function messageCountWrites({ query }: Database) {
  // One conditional statement, so that no two nodes count the same step.
  const raise = prepareStep('message_counts', ({ appId, id, expiresAt, most }: Facts['raiseCount']) =>
    query
      .insertInto('message_counts')
      .values({ app_id: appId, id, count: 1, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'id'])
          .doUpdateSet(({ eb }) => ({ count: eb('message_counts.count', '+', 1) }))
          .where('message_counts.count', '<', most),
      ),
  )
  return { raiseCount: (counter: Facts['raiseCount']) => required(raise(counter)) }
}
