import type { BlacklistItem } from '../../core/model/aaguids/blacklist.ts'
import type { BlacklistStore } from '../../core/ports/stores/blacklist.ts'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import type { BlacklistRow } from '../schema.ts'
import { eventInsert } from './events.ts'

export function sqlBlacklist(db: Database): BlacklistStore {
  const { find, list } = blacklistReads(db)
  const { upsert, remove, clear } = blacklistSteps(db)
  const insertEvent = eventInsert(db)
  return {
    async find(appId, aaguid) {
      const [row] = await find({ appId, aaguid })
      return row && toItem(row)
    },
    async list(appId) {
      return (await list({ appId })).map(toItem)
    },
    async merge(appId, items, event) {
      const rows = items.map((item) => upsert(toRow(appId, item)))
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

const selectItems = ({ query }: Database) => query.selectFrom('aaguid_blacklist').select(['aaguid', 'auth', 'reg'])

const blacklistReads = (db: Database) => ({
  find: prepareRead(db, ({ appId, aaguid }: { appId: string; aaguid: string }) =>
    selectItems(db).where('app_id', '=', appId).where('aaguid', '=', aaguid),
  ),
  list: prepareRead(db, ({ appId }: { appId: string }) =>
    selectItems(db).where('app_id', '=', appId).orderBy('aaguid'),
  ),
})

const blacklistSteps = ({ query }: Database) => ({
  upsert: prepareStep('aaguid_blacklist', ({ app_id, aaguid, auth, reg }: BlacklistRow) =>
    query
      .insertInto('aaguid_blacklist')
      .values({ app_id, aaguid, auth, reg })
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'aaguid']).doUpdateSet((excluded) => ({
          auth: excluded.ref('excluded.auth'),
          reg: excluded.ref('excluded.reg'),
        })),
      ),
  ),
  remove: prepareStep('aaguid_blacklist', ({ appId, aaguid }: { appId: string; aaguid: string }) =>
    query.deleteFrom('aaguid_blacklist').where('app_id', '=', appId).where('aaguid', '=', aaguid),
  ),
  clear: prepareStep('aaguid_blacklist', ({ appId }: { appId: string }) =>
    query.deleteFrom('aaguid_blacklist').where('app_id', '=', appId),
  ),
})

const toRow = (appId: string, { aaguid, auth, reg }: BlacklistItem): BlacklistRow => ({
  app_id: appId,
  aaguid,
  auth: Number(auth),
  reg: Number(reg),
})

const toItem = ({ aaguid, auth, reg }: Omit<BlacklistRow, 'app_id'>): BlacklistItem => ({
  aaguid,
  auth: auth === 1,
  reg: reg === 1,
})
