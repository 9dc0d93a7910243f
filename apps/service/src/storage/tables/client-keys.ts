import type { ClientKeyStore } from '../../core/ports/stores/client-keys.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareList, prepareUpdate, required } from '../engine/database.ts'

export const clientKeys = table(
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
    client_keys: StoredRow<typeof clientKeys>
  }
}

export function clientKeyReads(db: Database): ClientKeyStore {
  const list = prepareList(db, clientKeys, { by: ['appId'], order: { createdAt: 'desc', id: 'asc' } })
  return { list: (appId) => list({ appId }) }
}

export function clientKeyWrites(db: Database) {
  const revoke = prepareUpdate(db, clientKeys, { by: ['appId', 'id'], set: ['revokedAt'], absent: ['revokedAt'] })
  return {
    addClientKey: prepareInsert(db, clientKeys),
    revokeClientKey: ({ at, ...key }: Facts['revokeClientKey']) => required(revoke({ ...key, revokedAt: at })),
  }
}
