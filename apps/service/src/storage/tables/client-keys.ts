import type { ClientKeyStore } from '../../core/ports/stores/client-keys.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead, prepareStep, required } from '../engine/database.ts'

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

export function clientKeyReads(db: Database): ClientKeyStore {
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('client_keys')
      .select(clientKeys.columns)
      .where('app_id', '=', appId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return { list: async (appId) => (await list({ appId })).map(clientKeys.load) }
}

export function clientKeyWrites(db: Database) {
  const revoke = prepareStep('client_keys', ({ appId, id, at }: Facts['revokeClientKey']) =>
    db.query
      .updateTable('client_keys')
      .set({ revoked_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  )
  return {
    addClientKey: prepareInsert(db, clientKeys),
    revokeClientKey: (key: Facts['revokeClientKey']) => required(revoke(key)),
  }
}
