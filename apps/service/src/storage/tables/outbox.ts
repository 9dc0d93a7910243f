import type { OutboxMessage } from '../../core/model/messages/outbox-message.ts'
import type { OutboxStore } from '../../core/ports/stores/outbox.ts'
import { hidden, json, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareRead } from '../engine/database.ts'

/** Messages hold codes in plain text, so a forgotten outbox empties after a day. */
const KEPT_MS = 24 * 60 * 60_000

export const outbox = table(
  'outbox',
  { appId: text(), id: text(), content: json<object>(), expiresAt: hidden(number()) },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    outbox: StoredRow<typeof outbox>
  }
}

/** Ids are time-ordered. */
export function outboxReads(db: Database): OutboxStore {
  const find = prepareFind(db, outbox, ['appId', 'id'])
  const list = prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query.selectFrom('outbox').select(outbox.columns).where('app_id', '=', appId).orderBy('id', 'desc').limit(limit),
  )
  return {
    list: async (appId, limit) => (await list({ appId, limit })).map(outbox.load).map(toMessage),
    find: async (appId, id) => (await find({ appId, id })).map(toMessage)[0],
  }
}

const toMessage = ({ content, ...key }: { appId: string; id: string; content: object }) =>
  ({ ...key, ...content }) as OutboxMessage

export function outboxWrites(db: Database) {
  const insert = prepareInsert(db, outbox)
  return {
    keepInOutbox: ({ appId, id, ...content }: OutboxMessage) =>
      insert({ appId, id, content, expiresAt: content.createdAt + KEPT_MS }),
  }
}
