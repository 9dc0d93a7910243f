import type { BlacklistStore } from '../../core/ports/stores/blacklist.ts'
import { flag, hidden, type Stored, table, text } from '../columns.ts'
import { type Database, prepareRead, prepareStep, prepareUpsert } from '../engine/database.ts'
import { eventInsert } from './events.ts'

const blacklist = table('aaguid_blacklist', { appId: hidden(text()), aaguid: text(), auth: flag(), reg: flag() }, [
  'app_id',
  'aaguid',
])

declare module '../schema.ts' {
  interface Tables {
    aaguid_blacklist: Stored<typeof blacklist>
  }
}

export function sqlBlacklist(db: Database): BlacklistStore {
  const { find, list } = blacklistReads(db)
  const { upsert, remove, clear } = blacklistSteps(db)
  const insertEvent = eventInsert(db)
  return {
    async find(appId, aaguid) {
      const [row] = await find({ appId, aaguid })
      return row && blacklist.load(row)
    },
    async list(appId) {
      return (await list({ appId })).map(blacklist.load)
    },
    async merge(appId, items, event) {
      const rows = items.map((item) => upsert({ appId, ...item }))
      await db.atomically([...rows, insertEvent(event)])
    },
    async remove(appId, aaguids, event) {
      await db.atomically([...aaguids.map((aaguid) => remove({ appId, aaguid })), insertEvent(event)])
    },
    async clear(appId, event) {
      await db.atomically([clear({ appId }), insertEvent(event)])
    },
  }
}

const selectItems = ({ query }: Database) => query.selectFrom('aaguid_blacklist').select(blacklist.columns)

const blacklistReads = (db: Database) => ({
  find: prepareRead(db, ({ appId, aaguid }: { appId: string; aaguid: string }) =>
    selectItems(db).where('app_id', '=', appId).where('aaguid', '=', aaguid),
  ),
  list: prepareRead(db, ({ appId }: { appId: string }) =>
    selectItems(db).where('app_id', '=', appId).orderBy('aaguid'),
  ),
})

const blacklistSteps = (db: Database) => ({
  upsert: prepareUpsert(db, blacklist),
  remove: prepareStep('aaguid_blacklist', ({ appId, aaguid }: { appId: string; aaguid: string }) =>
    db.query.deleteFrom('aaguid_blacklist').where('app_id', '=', appId).where('aaguid', '=', aaguid),
  ),
  clear: prepareStep('aaguid_blacklist', ({ appId }: { appId: string }) =>
    db.query.deleteFrom('aaguid_blacklist').where('app_id', '=', appId),
  ),
})
