import { sql } from 'kysely'
import type { LastError } from '../../core/model/connectors/connector.ts'
import type { ConnectorStore } from '../../core/ports/stores/connectors.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareStep, prepareUpdate, required } from '../engine/database.ts'

export const connectorProgress = table(
  'connector_progress',
  {
    appId: text(),
    id: text(),
    position: number(),
    batchEnd: optional(number()),
    lease: number(),
    leasedUntil: number(),
    nextAt: number(),
    failures: number(),
    delivered: number(),
    missed: number(),
    deliveredAt: optional(number()),
    lastError: optional(json<LastError>()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    connector_progress: StoredRow<typeof connectorProgress>
  }
}

type Key = { appId: string; id: string }

export function connectorProgressReads(db: Database): Pick<ConnectorStore, 'listProgress' | 'findProgress' | 'lease'> {
  const list = prepareFind(db, connectorProgress, ['appId'])
  const find = prepareFind(db, connectorProgress, ['appId', 'id'])
  const lease = progressLease(db)
  return {
    listProgress: (appId) => list({ appId }),
    findProgress: async (key) => (await find(key))[0],
    lease: async (key, given) => (await db.counted([lease({ ...key, ...given })]))[0] === 1,
  }
}

/** Of workers that see it free at the same time, one gets it: for the others, it's leased by then. */
const progressLease = ({ query }: Database) =>
  prepareStep('connector_progress', ({ appId, id, now, until }: Key & { now: number; until: number }) =>
    query
      .updateTable('connector_progress')
      .set(({ eb }) => ({ lease: eb('lease', '+', 1), leased_until: until }))
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('leased_until', '<=', now),
  )

export function connectorProgressWrites(db: Database) {
  const advance = prepareUpdate(db, connectorProgress, {
    by: ['appId', 'id', 'lease'],
    set: [
      'position',
      'batchEnd',
      'leasedUntil',
      'nextAt',
      'failures',
      'delivered',
      'missed',
      'deliveredAt',
      'lastError',
    ],
  })
  const wake = prepareUpdate(db, connectorProgress, { by: ['appId', 'id'], set: ['nextAt', 'failures'] })
  return {
    advanceConnector: (progress: Facts['advanceConnector']) => required(advance(progress)),
    wakeConnector: ({ appId, id }: Facts['wakeConnector']) => wake({ appId, id, nextAt: 0, failures: 0 }),
  }
}

/** A new connector starts at the end of the feed. */
export const progressStart = ({ query }: Database) =>
  prepareStep('connector_progress', ({ appId, id }: Key) =>
    query
      .insertInto('connector_progress')
      .columns(['app_id', 'id', 'position', 'lease', 'leased_until', 'next_at', 'failures', 'delivered', 'missed'])
      .expression(
        query.selectNoFrom(({ val }) => [
          val(appId).as('app_id'),
          val(id).as('id'),
          sql<number>`coalesce((select feed_end from roll_up_cursors where app_id = ${appId}), 0)`.as('position'),
          ...(['lease', 'leased_until', 'next_at', 'failures', 'delivered', 'missed'] as const).map((name) =>
            sql<number>`0`.as(name),
          ),
        ]),
      ),
  )
