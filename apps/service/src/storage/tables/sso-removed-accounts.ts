import type { SsoStore } from '../../core/ports/stores/sso.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareUpsert } from '../engine/database.ts'

export const ssoRemovedAccounts = table(
  'sso_removed_accounts',
  { providerId: text(), accountHash: text(), removedAt: number() },
  ['provider_id', 'account_hash'],
)

declare module '../schema.ts' {
  interface Tables {
    sso_removed_accounts: StoredRow<typeof ssoRemovedAccounts>
  }
}

export function ssoRemovedAccountReads(db: Database): Pick<SsoStore, 'findRemovedAccount'> {
  const find = prepareFind(db, ssoRemovedAccounts, ['providerId', 'accountHash'])
  return { findRemovedAccount: async (providerId, accountHash) => (await find({ providerId, accountHash }))[0] }
}

export function ssoRemovedAccountWrites(db: Database) {
  const readmit = prepareDelete(db, ssoRemovedAccounts, ['providerId', 'accountHash'])
  return {
    addRemovedAccount: prepareUpsert(db, ssoRemovedAccounts),
    readmitAccount: (account: Facts['readmitAccount']) => readmit(account),
  }
}
