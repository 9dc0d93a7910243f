import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { ApiKey } from '../../core/model/applications/api-key.ts'
import type { ApiKeyStore } from '../../core/ports/stores/api-keys.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import type { ApiKeyRow } from '../schema.ts'
import { eventInsert } from './events.ts'

export function sqlApiKeys(db: Database): ApiKeyStore {
  const insert = prepareInsert(db, 'api_keys')
  const insertEvent = eventInsert(db)
  const revoke = revokeKey(db)
  const find = prepareRead(db, ({ id }: { id: string }) => selectKeys(db).where('id', '=', id))
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    selectKeys(db).where('app_id', '=', appId).orderBy('created_at', 'desc').orderBy('id'),
  )
  return {
    async add(key, event) {
      await db.atomically([insert(keyRow(key)), insertEvent(event)])
    },
    async find(id) {
      const [row] = await find({ id })
      return row && toApiKey(row)
    },
    async list(appId) {
      return (await list({ appId })).map(toApiKey)
    },
    async revoke(key, event) {
      return (await db.atomically([demanded(revoke(key)), insertEvent(event)], { api_keys_missing: false })) ?? true
    },
  }
}

const selectKeys = ({ query }: Database) =>
  query.selectFrom('api_keys').select(['id', 'app_id', 'name', 'scopes', 'secret_hash', 'created_at', 'revoked_at'])

const revokeKey = ({ query }: Database) =>
  prepareStep('api_keys', ({ appId, id, at }: { appId: string; id: string; at: number }) =>
    query
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null),
  )

const keyRow = (key: ApiKey): ApiKeyRow => ({
  id: key.id,
  app_id: key.appId,
  name: key.name,
  scopes: JSON.stringify(key.scopes),
  secret_hash: key.secretHash,
  created_at: key.createdAt,
  revoked_at: key.revokedAt ?? null,
})

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  appId: row.app_id,
  name: row.name,
  scopes: JSON.parse(row.scopes) as KeyScope[],
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined,
})
