import type { ConnectorStore } from '../../core/ports/stores/connectors.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareRead, prepareStep, prepareUpsert } from '../engine/database.ts'
import { toOptionalEvent } from './event-feed.ts'
import { events } from './events.ts'

export const deadLetters = table(
  'dead_letters',
  {
    appId: text(),
    connectorId: text(),
    position: number(),
    eventId: text(),
    error: text(),
    at: number(),
    expiresAt: number(),
  },
  ['app_id', 'connector_id', 'position'],
)

declare module '../schema.ts' {
  interface Tables {
    dead_letters: StoredRow<typeof deadLetters>
  }
}

/** A connector keeps its newest dead letters, at most this many. */
const mostKept = 10_000

export function deadLetterReads(db: Database): Pick<ConnectorStore, 'listDeadLetters' | 'countDeadLetters'> {
  const list = letterPage(db)
  const count = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('dead_letters')
      .select(({ fn }) => ['connector_id', fn.countAll<number>().as('count')])
      .where('app_id', '=', appId)
      .groupBy('connector_id'),
  )
  return {
    async listDeadLetters({ appId, id }, page) {
      const { load } = deadLetters.prefixed('letter_')
      const rows = await list({ appId, connectorId: id, ...page })
      return rows.map((row) => ({ ...load(row), event: toOptionalEvent(row) }))
    },
    async countDeadLetters(appId) {
      return new Map((await count({ appId })).map((row) => [row.connector_id, Number(row.count)]))
    },
  }
}

type Page = { appId: string; connectorId: string; after: number; limit: number }

const letterPage = (db: Database) =>
  prepareRead(db, ({ appId, connectorId, after, limit }: Page) =>
    db.query
      .selectFrom('dead_letters')
      .leftJoin('events', (join) =>
        join.onRef('events.app_id', '=', 'dead_letters.app_id').onRef('events.id', '=', 'dead_letters.event_id'),
      )
      .select([...deadLetters.prefixed('letter_').columns, ...events.columns])
      .where('dead_letters.app_id', '=', appId)
      .where('connector_id', '=', connectorId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit),
  )

export function deadLetterWrites(db: Database) {
  const put = prepareUpsert(db, deadLetters)
  const trim = surplusRemoval(db)
  const remove = prepareDelete(db, deadLetters, ['appId', 'connectorId', 'position'])
  return {
    addDeadLetter: (letter: Facts['addDeadLetter']) => [put(letter), trim(letter)],
    deleteDeadLetter: remove,
  }
}

const surplusRemoval = ({ query }: Database) =>
  prepareStep('dead_letters', ({ appId, connectorId }: { appId: string; connectorId: string }) =>
    query
      .deleteFrom('dead_letters')
      .where('app_id', '=', appId)
      .where('connector_id', '=', connectorId)
      .where('position', '<=', ({ selectFrom }) =>
        selectFrom('dead_letters')
          .select('position')
          .where('app_id', '=', appId)
          .where('connector_id', '=', connectorId)
          .orderBy('position', 'desc')
          .limit(1)
          .offset(mostKept),
      ),
  )
