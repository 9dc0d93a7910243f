import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { ApiKey } from '../../core/model/applications/api-key.ts'
import type { ApiKeyStore } from '../../core/ports/stores/api-keys.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareFind,
  prepareInsert,
  prepareRead,
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
    api_keys: StoredRow<typeof apiKeys>
  }
}

export function apiKeyReads(db: Database): ApiKeyStore {
  const find = prepareFind(db, apiKeys, ['id'])
  const ofApplication = (appId: string) => db.query.selectFrom('api_keys').where('app_id', '=', appId)
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    ofApplication(appId)
      .select(apiKeys.columns)
      .orderBy(({ eb }) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(mostListed),
  )
  const countInUse = prepareRead(db, ({ appId, now }: { appId: string; now: number }) =>
    ofApplication(appId)
      .select(({ fn }) => fn.countAll().as('keys'))
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  )
  return {
    find: async (id) => (await find({ id }))[0],
    list: async (appId) => (await list({ appId })).map(apiKeys.load).sort(byAge),
    countInUse: async (appId, now) => Number((await countInUse({ appId, now }))[0]?.keys ?? 0),
  }
}

const mostListed = 1_000

const byAge = (one: ApiKey, other: ApiKey) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)

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
