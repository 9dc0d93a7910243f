import type { ClientKey } from '../../core/model/clients/client-key.ts'
import type { ClientKeyStore } from '../../core/ports/stores/client-keys.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import type { ClientKeyRow } from '../schema.ts'
import { eventInsert } from './events.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'

export function sqlClientKeys(db: Database): ClientKeyStore {
  const insert = prepareInsert(db, 'client_keys')
  const insertEvent = eventInsert(db)
  const revoke = revokeKey(db)
  const spend = sessionSpending(db)
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('client_keys')
      .selectAll()
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return {
    async add(key, event) {
      await db.atomically([insert(toRow(key)), insertEvent(event)])
    },
    async list(appId) {
      return (await list({ appId })).map(toClientKey)
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

const toRow = (key: ClientKey): ClientKeyRow => ({
  app_id: key.appId,
  id: key.id,
  name: key.name,
  public_key: key.publicKey,
  created_at: key.createdAt,
  revoked_at: key.revokedAt ?? null,
})

const toClientKey = (row: ClientKeyRow): ClientKey => ({
  id: row.id,
  appId: row.app_id,
  name: row.name,
  publicKey: row.public_key,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined,
})
