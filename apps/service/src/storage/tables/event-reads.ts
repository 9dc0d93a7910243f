import { normalizeType } from '@thumbturn/contract/vocabulary/event-types.ts'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Eventual } from '../../core/after.ts'
import type { EventFilters, EventPage, EventQuery, EventRecord } from '../../core/model/events/event.ts'
import { beyondEveryId, firstIdAt } from '../../core/model/events/ids.ts'
import type { EventStore } from '../../core/ports/stores/events.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import type { Tables } from '../schema.ts'
import { events, prepareEventDeletion } from './events.ts'

/** How many events one page looks at. Reading blocks the service on SQLite; this many are read within a few milliseconds. */
const mostLookedAt = 5_000

export function eventReads(db: Database, lookAt = mostLookedAt): EventStore {
  const list = newestEvents(db)
  const listIds = newestIds(db)
  return {
    listIds: async (appId, query) => (await listIds({ appId, ...query })).map(({ id }) => id),
    async list(appId, limit) {
      return (await list({ appId, limit })).map(events.load)
    },
    page: eventPages(db, lookAt),
    forgetBefore: prepareEventDeletion(db),
  }
}

/** IDs are time-ordered, so the primary key already has this order. */
const newestEvents = (db: Database) =>
  prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query.selectFrom('events').select(events.columns).where('app_id', '=', appId).orderBy('id', 'desc').limit(limit),
  )

const newestIds = (db: Database) =>
  prepareRead(db, ({ appId, from, limit }: { appId: string; from: string; limit: number }) =>
    db.query
      .selectFrom('events')
      .select('id')
      .where('app_id', '=', appId)
      .where('id', '>=', from)
      .orderBy('id', 'desc')
      .limit(limit),
  )

/** Pages of an application's history, and of one user's, newest first. */
function eventPages(db: Database, lookAt: number): EventStore['page'] {
  const all = prepareScan(db, 'events')
  const indexed = prepareScan(db, 'user_events')
  const findPosition = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query.selectFrom('roll_up_cursors').select('position').where('app_id', '=', appId),
  )

  async function scan({ lastLookedAt, page }: Scan, bounds: Bounds, limit: number): Promise<EventPage> {
    const [last] = await lastLookedAt({ ...bounds, skipped: lookAt - 1 })
    const rows = await page({ ...bounds, from: last?.id ?? bounds.from, limit: limit + 1 })
    const found = rows.slice(0, limit).map(events.load)
    return { events: found, next: rows.length > limit ? found.at(-1)?.id : last?.id }
  }

  /** The index of a user's events lacks the newest ones, which the roll-up worker hasn't seen yet. */
  async function pageOfUser(bounds: Bounds, limit: number): Promise<EventPage> {
    const [cursor] = await findPosition(bounds)
    const from = cursor && cursor.position > bounds.from ? cursor.position : bounds.from
    const recent = from < bounds.below ? await scan(all, { ...bounds, from }, limit) : { events: [], next: undefined }
    return recent.next === undefined ? merge(recent.events, await scan(indexed, bounds, limit), limit) : recent
  }

  return async (appId: string, { limit, ...query }: EventQuery): Promise<EventPage> => {
    const bounds = toBounds(appId, query)
    return query.userId === undefined ? scan(all, bounds, limit) : pageOfUser(bounds, limit)
  }
}

/** One page of both, without repeats. */
function merge(recent: readonly EventRecord[], { events: older, next }: EventPage, limit: number): EventPage {
  const byId = new Map([...recent, ...older].map((event) => [event.id, event]))
  const found = [...byId.values()].filter(({ id }) => next === undefined || id >= next)
  found.sort((a, b) => (a.id < b.id ? 1 : -1))
  return { events: found.slice(0, limit), next: found.length > limit ? found[limit - 1]!.id : next }
}

type Bounds = {
  appId: string
  from: string
  below: string
  since: number
  until: number
  typePrefix: string
  severityLevel: number
  detailName: string
  detailValue: string
} & { [Name in keyof EventFilters]?: EventFilters[Name] }

/** How far the time in an ID can be from its event's: IDs stay in order while the clock is set back. */
const slackMs = 60_000

/** IDs narrow the range; times decide. */
function toBounds(appId: string, query: Omit<EventQuery, 'limit'>): Bounds {
  const { before, since = 0, until = Number.MAX_SAFE_INTEGER, severity = 'info', type = '' } = query
  const end = until < maxTime ? firstIdAt(until + slackMs) : beyondEveryId
  return {
    ...query,
    appId,
    from: firstIdAt(since - slackMs),
    below: before !== undefined && before < end ? before : end,
    since,
    until,
    typePrefix: toPattern(normalizeType(type)),
    severityLevel: severities.indexOf(severity),
    detailName: query.detail?.name ?? '',
    detailValue: query.detail?.value ?? '',
  }
}

const toPattern = (prefix: string) => `${prefix.replaceAll(/[\\_%]/g, '\\$&')}%`

/** The latest time that an ID can hold. */
const maxTime = 2 ** 47

type Scan = {
  lastLookedAt(given: Bounds & { skipped: number }): Eventual<readonly { id: string }[]>
  page(given: Bounds & { limit: number }): Eventual<readonly Parameters<typeof events.load>[0][]>
}

/** Reads a range of events in the order of one of the tables. Each set of filters is compiled once. */
function prepareScan(db: Database, source: 'events' | 'user_events'): Scan {
  const within = (given: Bounds) => {
    const rows = db.query
      .selectFrom(source as 'user_events')
      .where(`${source as 'user_events'}.app_id`, '=', given.appId)
      .where(`${source as 'user_events'}.id`, '>=', given.from)
      .where(`${source as 'user_events'}.id`, '<', given.below)
      .orderBy(`${source as 'user_events'}.id`, 'desc')
    return source === 'events' ? rows : rows.where('user_events.user_id', '=', given.userId ?? '')
  }
  const joined = (given: Bounds): Events =>
    (source === 'events'
      ? within(given)
      : within(given).innerJoin('events', (join) =>
          join.onRef('events.app_id', '=', 'user_events.app_id').onRef('events.id', '=', 'user_events.id'),
        )) as unknown as Events
  const prepared = new Map<string, Scan['page']>()
  const prepare = (present: readonly Filter[]): Scan['page'] =>
    prepareRead(db, (given: Bounds & { limit: number }) =>
      present
        .reduce((rows, name) => rows.where(filters[name](given, db)), joined(given))
        .select(events.columns)
        .where('events.at', '>=', given.since)
        .where('events.at', '<', given.until)
        .limit(given.limit),
    )
  return {
    lastLookedAt: prepareRead(db, (given: Bounds & { skipped: number }) =>
      within(given)
        .select(`${source as 'user_events'}.id`)
        .limit(1)
        .offset(given.skipped),
    ),
    page(given) {
      const present = filterNames.filter((name) => given[name] !== undefined)
      const key = present.join(' ')
      const page = prepared.get(key) ?? prepare(present)
      prepared.set(key, page)
      return page(given)
    },
  }
}

type Events = SelectQueryBuilder<Tables, 'events', object>
type Filter = Exclude<keyof EventFilters, undefined>

const filters: Readonly<Record<Filter, (given: Bounds, db: Database) => ReturnType<typeof sql<boolean>>>> = {
  type: ({ typePrefix }) => sql`events.type like ${typePrefix} escape '\\'`,
  severity: ({ severityLevel }) => sql`events.severity >= ${severityLevel}`,
  userId: ({ userId }) => sql`events.user_id = ${userId}`,
  passkeyId: ({ passkeyId }) => sql`events.passkey_id = ${passkeyId}`,
  deviceId: ({ deviceId }) => sql`events.device_id = ${deviceId}`,
  address: ({ address }) => sql`events.address = ${address}`,
  traceId: ({ traceId }) => sql`events.trace_id = ${traceId}`,
  // SQLite's `like` ignores the case, and PostgreSQL's doesn't.
  reason: ({ reason }) => sql`substr(events.reason, 1, length(${reason})) = ${reason}`,
  detail: (given, { engine }) => {
    const fact =
      engine.columnTypes.integer === 'integer'
        ? // SQLite would read true as 1.
          sql`case json_type(events.detail, '$.' || ${given.detailName}) when 'true' then 'true' when 'false' then 'false'
            else cast(json_extract(events.detail, '$.' || ${given.detailName}) as text) end`
        : sql`cast(events.detail as json) ->> cast(${given.detailName} as text)`
    return sql`coalesce(${fact}, '') = ${given.detailValue}`
  },
}

const filterNames = Object.keys(filters) as Filter[]
