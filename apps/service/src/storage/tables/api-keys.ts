import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { ApiKeyStore } from '../../core/ports/stores/api-keys.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type Stored, table, text } from '../columns.ts'
import {
  type Database,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareStep,
  prepareUpdate,
  required,
} from '../engine/database.ts'

export const apiKeys = table(
  'api_keys',
  {
    id: text(),
    appId: text(),
    name: text(),
    scopes: json<readonly KeyScope[]>(),
    secretHash: text(),
    createdAt: number(),
    lastUsedAt: optional(number()),
    expiresAt: optional(number()),
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
  const list = prepareList(db, apiKeys, { by: ['appId'], order: { createdAt: 'desc', id: 'asc' } })
  return {
    find: async (id) => (await find({ id }))[0],
    list: (appId) => list({ appId }),
  }
}

export function apiKeyWrites(db: Database) {
  const revoke = prepareUpdate(db, apiKeys, { by: ['id', 'appId'], set: ['revokedAt'], absent: ['revokedAt'] })
  const use = prepareStep('api_keys', ({ id, appId, at }: Facts['useApiKey']) =>
    db.query
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)])),
  )
  return {
    useApiKey: use,
    addApiKey: prepareInsert(db, apiKeys),
    revokeApiKey: ({ at, ...key }: Facts['revokeApiKey']) => required(revoke({ ...key, revokedAt: at })),
  }
}
