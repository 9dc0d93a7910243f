import type { Consent } from '../../core/model/authorization/consent.ts'
import type { ConsentStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareRead,
  prepareStep,
  prepareUpdate,
  required,
} from '../engine/database.ts'

export const consents = table(
  'consents',
  {
    appId: text(),
    userId: text(),
    clientId: text(),
    scopes: json<readonly string[]>(),
    resources: json<readonly string[]>(),
    resourceScopes: json<Consent['resourceScopes']>(),
    grantedAt: number(),
    updatedAt: number(),
    lastUsedAt: omittable(number()),
  },
  ['app_id', 'user_id', 'client_id'],
)

declare module '../schema.ts' {
  interface Tables {
    consents: StoredRow<typeof consents>
  }
}

export function consentReads(db: Database): ConsentStore {
  const find = prepareFind(db, consents, ['appId', 'userId', 'clientId'])
  const list = prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query
      .selectFrom('consents')
      .innerJoin('openid_clients', (join) =>
        join
          .onRef('openid_clients.app_id', '=', 'consents.app_id')
          .onRef('openid_clients.id', '=', 'consents.client_id'),
      )
      .select(consents.columns)
      .select('openid_clients.name as client_name')
      .where('consents.app_id', '=', appId)
      .where('openid_clients.app_id', '=', appId)
      .where('consents.user_id', '=', userId)
      .orderBy('consents.updated_at', 'desc')
      .orderBy('consents.client_id'),
  )
  return {
    find: async (consent) => (await find(consent))[0],
    list: async (user) =>
      (await list(user)).map(({ client_name, ...row }) => ({ ...consents.load(row), clientName: client_name })),
  }
}

export function consentWrites(db: Database) {
  const extend = prepareUpdate(db, consents, {
    by: ['appId', 'userId', 'clientId', 'grantedAt'],
    set: ['scopes', 'resources', 'resourceScopes', 'updatedAt', 'lastUsedAt'],
  })
  const use = prepareUpdate(db, consents, { by: ['appId', 'userId', 'clientId'], set: ['lastUsedAt'] })
  const remove = prepareDelete(db, consents, ['appId', 'userId', 'clientId'])
  const removeFamilies = prepareStep('refresh_families', ({ appId, userId, clientId }: Facts['revokeConsent']) =>
    db.query
      .deleteFrom('refresh_families')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId),
  )
  return {
    addConsent: prepareInsert(db, consents),
    extendConsent: (consent: Facts['extendConsent']) => required(extend(consent)),
    useConsent: ({ at, ...consent }: Facts['useConsent']) => use({ ...consent, lastUsedAt: at }),
    revokeConsent: (consent: Facts['revokeConsent']) => [required(remove(consent)), removeFamilies(consent)],
  }
}
