import type { SsoStore } from '../../core/ports/stores/sso.ts'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareList } from '../engine/database.ts'

export const ssoIdentities = table(
  'sso_identities',
  { providerId: text(), subject: text(), userId: text(), createdAt: number() },
  ['provider_id', 'subject'],
)

declare module '../schema.ts' {
  interface Tables {
    sso_identities: Stored<typeof ssoIdentities>
  }
}

export function ssoIdentityReads(db: Database): Pick<SsoStore, 'findIdentity' | 'listIdentities'> {
  const find = prepareFind(db, ssoIdentities, ['providerId', 'subject'])
  const list = prepareList(db, ssoIdentities, { by: ['userId'], order: { createdAt: 'asc', subject: 'asc' } })
  return {
    findIdentity: async (providerId, subject) => (await find({ providerId, subject }))[0],
    listIdentities: (userId) => list({ userId }),
  }
}

export const ssoIdentityWrites = (db: Database) => ({ addSsoIdentity: prepareInsert(db, ssoIdentities) })
