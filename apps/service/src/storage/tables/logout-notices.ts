import type { ClaimedNotice, LogoutNotice } from '../../core/model/authorization/logout-notice.ts'
import type { LogoutNoticeStore } from '../../core/ports/stores/logout-notices.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareStep, prepareUpdate, required } from '../engine/database.ts'
import { boundedInsert, claimKey, prepareClaim } from './queue.ts'

export const logoutNotices = table(
  'logout_notices',
  {
    appId: text(),
    id: text(),
    clientId: text(),
    sub: text(),
    sid: text(),
    attempts: number(),
    nextAt: number(),
    expiresAt: number(),
    createdAt: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    logout_notices: StoredRow<typeof logoutNotices>
  }
}

export function logoutNoticeReads(db: Database): LogoutNoticeStore {
  const claim = prepareClaim(db, logoutNotices)
  const delay = prepareDelay(db)
  return {
    claim: async (due) => (await claim(due)).map(toClaimed),
    delay: async (client) => void (await db.counted([delay(client)])),
  }
}

/** An application has at most `room` waiting notices, so that receivers that are down don't fill the database. */
export function logoutNoticeWrites(db: Database, room: number) {
  const insert = boundedInsert(db, logoutNotices)
  const finish = prepareDelete(db, logoutNotices, claimKey)
  const postpone = prepareUpdate(db, logoutNotices, { by: claimKey, set: ['nextAt'] })
  return {
    queueLogout: (notice: LogoutNotice) =>
      insert(logoutNotices.store({ ...notice, attempts: 0, nextAt: notice.createdAt }), room),
    finishLogout: ({ attempt, ...notice }: ClaimedNotice) => required(finish({ ...notice, attempts: attempt })),
    postponeLogout: ({ attempt, ...notice }: Facts['postponeLogout']) =>
      required(postpone({ ...notice, attempts: attempt })),
  }
}

const prepareDelay = ({ query }: Database) =>
  prepareStep('logout_notices', ({ appId, clientId, nextAt }: Parameters<LogoutNoticeStore['delay']>[0]) =>
    query
      .updateTable('logout_notices')
      .set({ next_at: nextAt })
      .where('app_id', '=', appId)
      .where('client_id', '=', clientId)
      .where('next_at', '<', nextAt),
  )

/** As the row was before it was leased. */
function toClaimed(row: StoredRow<typeof logoutNotices>): ClaimedNotice {
  const { attempts, nextAt, ...notice } = logoutNotices.load(row)
  return { ...notice, attempt: attempts + 1 }
}
