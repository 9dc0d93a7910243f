import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { ApiKeyStore } from '../../core/ports/stores/api-keys.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareRead, prepareStep, required } from '../engine/database.ts'

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

export function apiKeyReads(db: Database): ApiKeyStore {
  const find = prepareFind(db, apiKeys, ['id'])
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('api_keys')
      .select(apiKeys.columns)
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return {
    find: async (id) => (await find({ id }))[0],
    list: async (appId) => (await list({ appId })).map(apiKeys.load),
  }
}

export function apiKeyWrites(db: Database) {
  const revoke = prepareStep('api_keys', ({ appId, id, at }: Facts['revokeApiKey']) =>
    db.query
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null),
  )
  return {
    addApiKey: prepareInsert(db, apiKeys),
    revokeApiKey: (key: Facts['revokeApiKey']) => required(revoke(key)),
  }
}
