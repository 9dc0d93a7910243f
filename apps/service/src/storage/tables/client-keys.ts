import type { ClientKeyStore } from '../../core/ports/stores/client-keys.ts'
import { number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { eventInsert } from './events.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'

const clientKeys = table(
  'client_keys',
  {
    id: text(),
    appId: text(),
    name: text(),
    publicKey: text(),
    createdAt: number(),
    revokedAt: optional(number()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    client_keys: Stored<typeof clientKeys>
  }
}

export function sqlClientKeys(db: Database): ClientKeyStore {
  const insert = prepareInsert(db, clientKeys)
  const insertEvent = eventInsert(db)
  const revoke = revokeKey(db)
  const spend = sessionSpending(db)
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('client_keys')
      .select(clientKeys.columns)
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return {
    async add(key, event) {
      await db.atomically([insert(key), insertEvent(event)])
    },
    async list(appId) {
      return (await list({ appId })).map(clientKeys.load)
    },
    async revoke(key, event) {
      return (await db.atomically([demanded(revoke(key)), insertEvent(event)], { client_keys_missing: false })) ?? true
    },
    async spendNonce(appId, { id, expiresAt }) {
      // Ids of sessions are UUIDs, so the two can never meet.
      const step = spend(appId, { id: `nonce ${id}`, expiresAt })
      return (await db.atomically([step], { ...spentAs(false) })) ?? true
    },
  }
}

const revokeKey = ({ query }: Database) =>
  prepareStep('client_keys', ({ appId, id, at }: { appId: string; id: string; at: number }) =>
    query
      .updateTable('client_keys')
      .set({ revoked_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  )
