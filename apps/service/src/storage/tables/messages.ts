import type { ClaimedTask, MessageTask } from '../../core/model/messages/message.ts'
import type { MessageStore } from '../../core/ports/stores/messages.ts'
import type { Facts, Write } from '../../core/writes.ts'
import { json, named, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareRead, prepareStep, prepareUpdate, required } from '../engine/database.ts'
import { boundedInsert, claimKey, prepareClaim } from './queue.ts'

export const messages = table(
  'messages',
  {
    appId: text(),
    id: text(),
    userId: optional(text()),
    kind: text(),
    about: json<MessageTask['about']>(),
    attempts: number(),
    notified: named('told', json<readonly string[]>()),
    nextAt: number(),
    expiresAt: number(),
    createdAt: number(),
  },
  ['app_id', 'id'],
)

type MessageRow = StoredRow<typeof messages>

declare module '../schema.ts' {
  interface Tables {
    messages: StoredRow<typeof messages>
  }
}

/** The queue. An application has at most `room` waiting tasks that unauthenticated callers caused. */
export function messageReads(db: Database, room: number): MessageStore {
  const insert = boundedInsert(db, messages)
  const claim = prepareClaim(db, messages)
  const newer = newerMessage(db)
  const forgetOlder = olderRemoval(db)
  const listeners: (() => void)[] = []
  return {
    async add(task) {
      const [count] = await db.counted([insert(toRow(task), room)])
      if (count === 0) return 'full'
      for (const listener of listeners) listener()
      return 'queued'
    },
    claim: async (due) => (await claim(due)).map(toClaimed),
    async supersede({ appId, kind, about, id }) {
      const same = { appId, kind, about: JSON.stringify(about), id }
      if (await newer(same)) return false
      await db.counted([forgetOlder(same)])
      return true
    },
    onAdd: (listener) => void listeners.push(listener),
  }
}

/**
 * A message that is queued with what it reports has twice the room of what unauthenticated callers can cause, so that a
 * full queue keeps no notice away; beyond that the batch is written without it.
 */
export function messageWrites(db: Database, room: number) {
  const insert = boundedInsert(db, messages)
  const finish = prepareDelete(db, messages, claimKey)
  const postpone = prepareUpdate(db, messages, { by: claimKey, set: ['nextAt', 'notified'] })
  return {
    queue: (task: MessageTask) => insert(toRow(task), 2 * room),
    finishMessage: ({ attempt, ...task }: ClaimedTask) => required(finish({ ...task, attempts: attempt })),
    postponeMessage: ({ attempt, ...task }: Facts['postponeMessage']) =>
      required(postpone({ ...task, attempts: attempt })),
  }
}

/** The step that deletes the messages to a user who is deleted. */
export const prepareMessageRemoval = (db: Database) => prepareDelete(db, messages, ['appId', 'userId'])

/**
 * Deletes the messages to deleted users once more, where batches run side by side. A batch is one statement there, so it doesn't see
 * what a registration queued that it waited for.
 */
export function prepareLateRemoval(
  db: Database,
): ((writes: readonly Write[]) => Promise<undefined> | undefined) | undefined {
  if (!db.engine.locksRows) return undefined
  const remove = prepareMessageRemoval(db)
  return (writes) => {
    const users = writes.flatMap((write) => ('deleteUser' in write ? [write.deleteUser] : []))
    return users.length === 0 ? undefined : db.write(users.map(remove)).then(() => undefined)
  }
}

type Same = { appId: string; kind: string; about: string; id: string }

const newerMessage = (db: Database) => {
  const read = prepareRead(db, ({ appId, kind, about, id }: Same) =>
    db.query
      .selectFrom('messages')
      .select('id')
      .where('app_id', '=', appId)
      .where('id', '>', id)
      .where('kind', '=', kind)
      .where('about', '=', about)
      .limit(1),
  )
  return async (same: Same) => (await read(same)).length > 0
}

const olderRemoval = ({ query }: Database) =>
  prepareStep('messages', ({ appId, kind, about, id }: Same) =>
    query
      .deleteFrom('messages')
      .where('app_id', '=', appId)
      .where('id', '<', id)
      .where('kind', '=', kind)
      .where('about', '=', about),
  )

const toRow = (task: MessageTask) =>
  messages.store({ ...task, userId: task.about.userId, attempts: 0, notified: [], nextAt: task.createdAt })

/** As the row was before it was leased. */
function toClaimed(row: MessageRow): ClaimedTask {
  const { attempts, userId, nextAt, ...task } = messages.load(row)
  return { ...task, attempt: attempts + 1 }
}
