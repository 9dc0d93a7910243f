import { sql } from 'kysely'
import type { ConnectorStore, FedEvent } from '../../core/ports/stores/connectors.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'
import { selectJsonRows } from '../engine/json-rows.ts'
import { events } from './events.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

/** The order in which connectors send the events of an application. Positions are consecutive. */
export const eventFeed = table('event_feed', { appId: text(), position: number(), eventId: text() }, [
  'app_id',
  'position',
])

declare module '../schema.ts' {
  interface Tables {
    event_feed: StoredRow<typeof eventFeed>
  }
}

type Range = { appId: string; after: number; upTo: number; limit: number }

export function eventFeedReads(
  db: Database,
): Pick<ConnectorStore, 'listFed' | 'measureLag' | 'trimFeed' | 'forgetFed'> {
  const listFed = fedEvents(db)
  const measure = lagOfPosition(db)
  const trim = passedRemoval(db)
  const forget = oldRemoval(db)
  return {
    listFed: async (appId, range) => (await listFed({ appId, ...range })).map(toFedEvent),
    async measureLag(appId, position) {
      const [found] = await measure({ appId, position })
      const events = Math.max(0, (found?.feed_end ?? 0) - position)
      return { events, since: found?.oldest ?? undefined }
    },
    trimFeed: (appId) => inBatches(db, () => trim({ appId })),
    forgetFed: (appId, before) => inBatches(db, () => forget({ appId, before })),
  }
}

const fedEvents = (db: Database) =>
  prepareRead(db, ({ appId, after, upTo, limit }: Range) =>
    db.query
      .selectFrom('event_feed')
      .leftJoin('events', (join) =>
        join.onRef('events.app_id', '=', 'event_feed.app_id').onRef('events.id', '=', 'event_feed.event_id'),
      )
      .select(['event_feed.position', ...events.columns])
      .where('event_feed.app_id', '=', appId)
      .where('event_feed.position', '>', after)
      .where('event_feed.position', '<=', upTo)
      .orderBy('event_feed.position')
      .limit(limit),
  )

type MaybeEventRow = {
  [Column in keyof Parameters<typeof events.load>[0]]: Parameters<typeof events.load>[0][Column] | null
}

/** Of an event that was deleted, all columns are null. */
export const toOptionalEvent = (row: MaybeEventRow) =>
  row.id === null ? undefined : events.load(row as Parameters<typeof events.load>[0])

const toFedEvent = (row: MaybeEventRow & { position: number }): FedEvent => ({
  position: row.position,
  event: toOptionalEvent(row),
})

/** The end of the feed, and the time of the first event after a position that still exists. */
const lagOfPosition = (db: Database) =>
  prepareRead(db, ({ appId, position }: { appId: string; position: number }) =>
    db.query
      .selectFrom('roll_up_cursors')
      .select([
        'feed_end',
        sql<number | null>`(select events.at from event_feed
          join events on events.app_id = event_feed.app_id and events.id = event_feed.event_id
          where event_feed.app_id = ${appId} and event_feed.position > ${position}
          order by event_feed.position limit 1)`.as('oldest'),
      ])
      .where('app_id', '=', appId),
  )

/** Without a connector, nothing of the feed remains. */
const passedRemoval = ({ query }: Database) =>
  prepareStep('event_feed', ({ appId }: { appId: string }) =>
    query
      .deleteFrom('event_feed')
      .where('app_id', '=', appId)
      .where('position', 'in', ({ selectFrom }) =>
        selectFrom('event_feed')
          .select('position')
          .where('app_id', '=', appId)
          .where(
            sql<boolean>`position <= coalesce((select min(position) from connector_progress where app_id = ${appId}),
              ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
          )
          .orderBy('position')
          .limit(FORGET_AT_ONCE),
      ),
  )

/** Looks at the beginning only: the feed is nearly in the order of the IDs. */
const oldRemoval = ({ query }: Database) =>
  prepareStep('event_feed', ({ appId, before }: { appId: string; before: string }) =>
    query
      .deleteFrom('event_feed')
      .where('app_id', '=', appId)
      .where('event_id', '<', before)
      .where('position', 'in', ({ selectFrom }) =>
        selectFrom('event_feed')
          .select('position')
          .where('app_id', '=', appId)
          .orderBy('position')
          .limit(FORGET_AT_ONCE),
      ),
  )

export function eventFeedWrites(db: Database) {
  const insert = prepareStep('event_feed', ({ rows }: { rows: string }) => {
    const source = selectJsonRows(db, { rows, columns: ['text', 'integer', 'text'] })
    return { compile: () => sql`insert into event_feed (app_id, position, event_id) ${source}`.compile(db.query) }
  })
  return {
    feedEvents: ({ appId, after, eventIds }: Facts['feedEvents']) =>
      insert({ rows: JSON.stringify(eventIds.map((id, index) => [appId, after + 1 + index, id])) }),
  }
}
