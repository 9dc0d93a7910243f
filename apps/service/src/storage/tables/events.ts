import { type EventType, findSeverity } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import { sql } from 'kysely'
import type { EventRecord } from '../../core/model/events/event.ts'
import { beyondEveryId, firstIdAt } from '../../core/model/events/ids.ts'
import type { EventStore } from '../../core/ports/stores/events.ts'
import { hidden, json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareStep } from '../engine/database.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

export const events = table(
  'events',
  {
    id: text(),
    appId: text(),
    type: text<EventType>(),
    at: number(),
    userId: omittable(text()),
    passkeyId: omittable(text()),
    deviceId: omittable(text()),
    address: omittable(text()),
    traceId: omittable(text()),
    duration: omittable(number()),
    reason: omittable(text()),
    detail: omittable(json<NonNullable<EventRecord['detail']>>()),
    severity: hidden(number()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    events: StoredRow<typeof events>
  }
}

export function eventWrites(db: Database) {
  const insert = prepareInsert(db, events)
  return { append: (event: EventRecord) => insert(withSeverity(event)) }
}

/** Deletes old events; see `EventStore`. */
export function prepareEventDeletion(db: Database): EventStore['forgetBefore'] {
  const forget = forgetEvents(db)
  return (appId, before, position = beyondEveryId) =>
    inBatches(db, () => forget({ appId, before, below: earlier(firstIdAt(before), position) }), pace)
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Ten batches are deleted of one application before it is another one's turn. The index by user has an entry of each in a page of its own. */
const pace = { most: 10, leastPauseMs: 20 }

/** The entries in the index by user go first, while their events say which ones they are. */
function forgetEvents({ query }: Database) {
  const oldest = ({ appId, before, below }: ExpiredEvents) =>
    query
      .selectFrom('events')
      .where('app_id', '=', appId)
      .where('id', '<', below)
      .where('at', '<', before)
      .orderBy('id')
      .limit(FORGET_AT_ONCE)
  const forgetIndexed = prepareStep('user_events', (given: ExpiredEvents) =>
    query
      .deleteFrom('user_events')
      .where('app_id', '=', given.appId)
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('user_id', 'id'),
          'in',
          oldest(given)
            .select([sql<string>`coalesce(user_id, '')`.as('user_id'), 'id'])
            .$asTuple('user_id', 'id'),
        ),
      ),
  )
  const forget = prepareStep('events', (given: ExpiredEvents) =>
    query.deleteFrom('events').where('app_id', '=', given.appId).where('id', 'in', oldest(given).select('id')),
  )
  return (given: ExpiredEvents) => [forgetIndexed(given), forget(given)]
}

type ExpiredEvents = { appId: string; before: number; below: string }

const withSeverity = (event: EventRecord) => ({ ...event, severity: severities.indexOf(findSeverity(event.type)) })

/** An event as its row, and the names of all its columns. */
export const toEventRow = (event: EventRecord) => events.store(withSeverity(event))
export const eventColumns = events.all
