import type { ClaimNames } from '@thumbturn/contract/vocabulary/sso.ts'
import type { RoleMapping } from '../../core/model/sso/provider.ts'
import type { SsoStore } from '../../core/ports/stores/sso.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, json, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareUpdate,
  required,
} from '../engine/database.ts'

export const ssoProviders = table(
  'sso_providers',
  {
    id: text(),
    name: text(),
    clientId: text(),
    clientSecret: text(),
    discoveryUrl: text(),
    enforcedDomains: json<readonly string[]>(),
    trustsEmails: flag(),
    ownsDirectory: flag(),
    scopes: json<readonly string[]>(),
    claims: json<Partial<ClaimNames>>(),
    roleClaim: optional(text()),
    roleMappings: json<readonly RoleMapping[]>(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['id'],
)

declare module '../schema.ts' {
  interface Tables {
    sso_providers: StoredRow<typeof ssoProviders>
  }
}

export function ssoProviderReads(db: Database): Pick<SsoStore, 'findProvider' | 'listProviders'> {
  const find = prepareFind(db, ssoProviders, ['id'])
  const list = prepareList(db, ssoProviders, { by: [], order: { createdAt: 'asc', id: 'asc' } })
  return {
    findProvider: async (id) => (await find({ id }))[0],
    listProviders: () => list({}),
  }
}

export function ssoProviderWrites(db: Database) {
  const change = prepareUpdate(db, ssoProviders, {
    by: ['id'],
    set: [
      'name',
      'clientId',
      'clientSecret',
      'enforcedDomains',
      'trustsEmails',
      'ownsDirectory',
      'scopes',
      'claims',
      'roleClaim',
      'roleMappings',
      'updatedAt',
    ],
  })
  const hold = prepareUpdate(db, ssoProviders, { by: ['id', 'discoveryUrl'], set: ['discoveryUrl'] })
  const remove = prepareDelete(db, ssoProviders, ['id'])
  return {
    addSsoProvider: prepareInsert(db, ssoProviders),
    holdSsoProvider: (provider: Facts['holdSsoProvider']) => required(hold(provider)),
    changeSsoProvider: (provider: Facts['changeSsoProvider']) => required(change(provider)),
    deleteSsoProvider: (provider: Facts['deleteSsoProvider']) => required(remove(provider)),
  }
}
