import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import { sql } from 'kysely'
import type { EventQuery, EventRecord } from '../../core/model/events/event.ts'
import { beyondEveryId, firstIdAt } from '../../core/model/events/ids.ts'
import { type EventType, findSeverity } from '../../core/model/events/registry.ts'
import type { EventStore } from '../../core/ports/stores/events.ts'
import { hidden, json, number, omittable, type Stored, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { normalizeType } from './event-types.ts'
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
    events: Stored<typeof events>
  }
}

/** Reading blocks the service on SQLite; this many are read within a few milliseconds. */
const mostLookedAt = 5_000

export function eventReads(db: Database, lookAt = mostLookedAt): EventStore {
  const list = newestEvents(db)
  const { lastLookedAt, page, pageOfUser } = eventPages(db)
  const forget = forgetEvents(db)
  return {
    async list(appId, limit) {
      return (await list({ appId, limit })).map(toEvent)
    },
    async page(appId, { limit, userId, ...query }) {
      const bounds = { appId, ...toBounds(query) }
      const [last] = await lastLookedAt({ ...bounds, skipped: lookAt - 1 })
      const fitting = { ...bounds, from: last?.id ?? bounds.from, limit: limit + 1 }
      const rows = await (userId === undefined ? page(fitting) : pageOfUser({ ...fitting, userId }))
      const found = rows.slice(0, limit).map(toEvent)
      return { events: found, next: rows.length > limit ? found.at(-1)?.id : last?.id }
    },
    forgetBefore: (appId, before) =>
      inBatches(db, () => forget({ appId, before, below: firstIdAt(before) }), mostBatches),
  }
}

export function eventWrites(db: Database) {
  const insert = prepareInsert(db, events)
  return { append: (event: EventRecord) => insert(withSeverity(event)) }
}

/** IDs are time-ordered, so the primary key already has this order. */
const newestEvents = (db: Database) =>
  prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query.selectFrom('events').select(events.columns).where('app_id', '=', appId).orderBy('id', 'desc').limit(limit),
  )

type Bounds = {
  appId: string
  from: string
  below: string
  since: number
  until: number
  type: string
  severity: number
}

/** How far the time in an ID can be from its event's: IDs stay in order while the clock is set back. */
const slackMs = 60_000

/** IDs narrow the range; times decide. */
function toBounds({
  before,
  type = '',
  since = 0,
  until = Number.MAX_SAFE_INTEGER,
  severity = 'info',
}: Omit<EventQuery, 'limit'>) {
  const end = until < maxTime ? firstIdAt(until + slackMs) : beyondEveryId
  return {
    from: firstIdAt(since - slackMs),
    below: before !== undefined && before < end ? before : end,
    since,
    until,
    type: `${normalizeType(type).replaceAll('_', '\\_')}%`,
    severity: severities.indexOf(severity),
  }
}

/** The latest time that an ID can hold. */
const maxTime = 2 ** 47

function eventPages(db: Database) {
  const within = ({ appId, from, below }: Bounds) =>
    db.query.selectFrom('events').where('app_id', '=', appId).where('id', '>=', from).where('id', '<', below)
  const fitting = (given: Bounds & { limit: number }) =>
    within(given)
      .select(events.columns)
      .where('at', '>=', given.since)
      .where('at', '<', given.until)
      .where('type', 'like', sql<string>`${given.type} escape '\\'`)
      .where('severity', '>=', given.severity)
      .orderBy('id', 'desc')
      .limit(given.limit)
  return {
    lastLookedAt: prepareRead(db, (given: Bounds & { skipped: number }) =>
      within(given).select('id').orderBy('id', 'desc').limit(1).offset(given.skipped),
    ),
    page: prepareRead(db, fitting),
    pageOfUser: prepareRead(db, (given: Bounds & { limit: number; userId: string }) =>
      fitting(given).where('user_id', '=', given.userId),
    ),
  }
}

/** The maximum number of batches that one round deletes of one application. */
const mostBatches = 20

const forgetEvents = ({ query }: Database) =>
  prepareStep('events', ({ appId, before, below }: { appId: string; before: number; below: string }) =>
    query
      .deleteFrom('events')
      .where('app_id', '=', appId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('events')
          .select('id')
          .where('app_id', '=', appId)
          .where('id', '<', below)
          .where('at', '<', before)
          .orderBy('id')
          .limit(FORGET_AT_ONCE),
      ),
  )

const withSeverity = (event: EventRecord) => ({ ...event, severity: severities.indexOf(findSeverity(event.type)) })

/** An event as its row, and the names of all its columns. */
export const toEventRow = (event: EventRecord) => events.store(withSeverity(event))
export const eventColumns = events.all

function toEvent(row: Parameters<typeof events.load>[0]): EventRecord {
  const event = events.load(row)
  // A node of an earlier version can still write the old spelling after the migration.
  return { ...event, type: normalizeType(event.type) as EventType }
}
