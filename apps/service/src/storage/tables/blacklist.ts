import type { BlacklistStore } from '../../core/ports/stores/blacklist.ts'
import { flag, hidden, type Stored, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareRead, prepareUpsert } from '../engine/database.ts'

const blacklist = table('aaguid_blacklist', { appId: hidden(text()), aaguid: text(), auth: flag(), reg: flag() }, [
  'app_id',
  'aaguid',
])

declare module '../schema.ts' {
  interface Tables {
    aaguid_blacklist: Stored<typeof blacklist>
  }
}

export function blacklistReads(db: Database): BlacklistStore {
  const find = prepareFind(db, blacklist, ['appId', 'aaguid'])
  const list = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query.selectFrom('aaguid_blacklist').select(blacklist.columns).where('app_id', '=', appId).orderBy('aaguid'),
  )
  return {
    find: async (appId, aaguid) => (await find({ appId, aaguid }))[0],
    list: async (appId) => (await list({ appId })).map(blacklist.load),
  }
}

export const blacklistWrites = (db: Database) => ({
  block: prepareUpsert(db, blacklist),
  unblock: prepareDelete(db, blacklist, ['appId', 'aaguid']),
  unblockAll: prepareDelete(db, blacklist, ['appId']),
})
