import type { Connector } from '../../core/model/connectors/connector.ts'
import type { ConnectorStore } from '../../core/ports/stores/connectors.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareRead,
  prepareStep,
  required,
} from '../engine/database.ts'
import { connectorProgress, progressStart } from './connector-progress.ts'

export const connectors = table(
  'connectors',
  {
    appId: text(),
    id: text(),
    name: text(),
    target: json<Connector['target']>(),
    filter: json<Connector['filter']>(),
    secrets: text(),
    pausedAt: optional(number()),
    version: number(),
    createdAt: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    connectors: StoredRow<typeof connectors>
  }
}

export function connectorReads(
  db: Database,
): Pick<ConnectorStore, 'list' | 'find' | 'listApplications' | 'hasAny' | 'listDue'> {
  const list = prepareList(db, connectors, { by: ['appId'], order: { createdAt: 'asc', id: 'asc' } })
  const find = prepareFind(db, connectors, ['appId', 'id'])
  const listApplications = prepareRead(db, () => db.query.selectFrom('connectors').select('app_id').distinct())
  const findAny = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query.selectFrom('connectors').select('id').where('app_id', '=', appId).limit(1),
  )
  const listDue = dueConnectors(db)
  return {
    list: (appId) => list({ appId }),
    find: async (key) => (await find(key))[0],
    listApplications: async () => (await listApplications({})).map(({ app_id }) => app_id),
    hasAny: async (appId) => (await findAny({ appId })).length > 0,
    listDue: async (now, most) => (await listDue({ now, most })).map(({ app_id, id }) => ({ appId: app_id, id })),
  }
}

const dueConnectors = (db: Database) =>
  prepareRead(db, ({ now, most }: { now: number; most: number }) =>
    db.query
      .selectFrom('connectors')
      .innerJoin('connector_progress as progress', (join) =>
        join.onRef('progress.app_id', '=', 'connectors.app_id').onRef('progress.id', '=', 'connectors.id'),
      )
      .innerJoin('roll_up_cursors as feed', 'feed.app_id', 'connectors.app_id')
      .select(['connectors.app_id', 'connectors.id'])
      .where('connectors.paused_at', 'is', null)
      .where('progress.next_at', '<=', now)
      .where('progress.leased_until', '<=', now)
      .whereRef('progress.position', '<', 'feed.feed_end')
      .orderBy('progress.next_at')
      .orderBy('connectors.id')
      .limit(most),
  )

export function connectorWrites(db: Database) {
  const insert = prepareInsert(db, connectors)
  const startProgress = progressStart(db)
  const change = connectorChange(db)
  const removals = [
    prepareDelete(db, connectorProgress, ['appId', 'id']),
    prepareStep('dead_letters', ({ appId, id }: Facts['deleteConnector']) =>
      db.query.deleteFrom('dead_letters').where('app_id', '=', appId).where('connector_id', '=', id),
    ),
  ]
  const remove = prepareDelete(db, connectors, ['appId', 'id'])
  return {
    addConnector: (connector: Facts['addConnector']) => [insert(connector), startProgress(connector)],
    changeConnector: (connector: Facts['changeConnector']) => required(change(connectors.store(connector))),
    deleteConnector: (key: Facts['deleteConnector']) => [
      required(remove(key)),
      ...removals.map((removal) => removal(key)),
    ],
  }
}

const connectorChange = ({ query }: Database) =>
  prepareStep('connectors', (given: StoredRow<typeof connectors>) =>
    query
      .updateTable('connectors')
      .set(({ eb }) => ({
        name: given.name,
        target: given.target,
        filter: given.filter,
        secrets: given.secrets,
        paused_at: given.paused_at,
        version: eb('version', '+', 1),
      }))
      .where('app_id', '=', given.app_id)
      .where('id', '=', given.id)
      .where('version', '=', given.version),
  )
