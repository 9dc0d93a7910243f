import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { ApiKeyStore } from '../../core/ports/stores/api-keys.ts'
import { json, number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { eventInsert } from './events.ts'

const apiKeys = table(
  'api_keys',
  {
    id: text(),
    appId: text(),
    name: text(),
    scopes: json<readonly KeyScope[]>(),
    secretHash: text(),
    createdAt: number(),
    revokedAt: optional(number()),
  },
  ['id'],
)

declare module '../schema.ts' {
  interface Tables {
    api_keys: Stored<typeof apiKeys>
  }
}

export function sqlApiKeys(db: Database): ApiKeyStore {
  const insert = prepareInsert(db, apiKeys)
  const insertEvent = eventInsert(db)
  const revoke = revokeKey(db)
  const find = prepareRead(db, ({ id }: { id: string }) => selectKeys(db).where('id', '=', id))
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    selectKeys(db).where('app_id', '=', appId).orderBy('created_at', 'desc').orderBy('id'),
  )
  return {
    async add(key, event) {
      await db.atomically([insert(key), insertEvent(event)])
    },
    async find(id) {
      const [row] = await find({ id })
      return row && apiKeys.load(row)
    },
    async list(appId) {
      return (await list({ appId })).map(apiKeys.load)
    },
    async revoke(key, event) {
      return (await db.atomically([demanded(revoke(key)), insertEvent(event)], { api_keys_missing: false })) ?? true
    },
  }
}

const selectKeys = ({ query }: Database) => query.selectFrom('api_keys').select(apiKeys.columns)

const revokeKey = ({ query }: Database) =>
  prepareStep('api_keys', ({ appId, id, at }: { appId: string; id: string; at: number }) =>
    query
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null),
  )
