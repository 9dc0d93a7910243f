import type { BlacklistStore } from '../../core/ports/stores/blacklist.ts'
import { flag, hidden, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareList, prepareUpsert } from '../engine/database.ts'

export const blacklist = table(
  'aaguid_blacklist',
  { appId: hidden(text()), aaguid: text(), auth: flag(), reg: flag() },
  ['app_id', 'aaguid'],
)

declare module '../schema.ts' {
  interface Tables {
    aaguid_blacklist: StoredRow<typeof blacklist>
  }
}

export function blacklistReads(db: Database): BlacklistStore {
  const find = prepareFind(db, blacklist, ['appId', 'aaguid'])
  const list = prepareList(db, blacklist, { by: ['appId'], order: { aaguid: 'asc' } })
  return {
    find: async (appId, aaguid) => (await find({ appId, aaguid }))[0],
    list: (appId) => list({ appId }),
  }
}

export const blacklistWrites = (db: Database) => ({
  block: prepareUpsert(db, blacklist),
  unblock: prepareDelete(db, blacklist, ['appId', 'aaguid']),
  unblockAll: prepareDelete(db, blacklist, ['appId']),
})
